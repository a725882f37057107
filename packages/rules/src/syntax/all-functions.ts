import type { FunctionDeclaration, RulesFile } from './ast.ts'

/** Every function that a source declares, wherever it stands. */
export function allFunctions(file: RulesFile): FunctionDeclaration[] {
  const all = [...file.functions]
  for (const service of file.services) {
    for (const declaration of service.functions) all.push(declaration)
    const waiting = [...service.matches]
    for (let match = waiting.pop(); match !== undefined; match = waiting.pop()) {
      for (const declaration of match.functions) all.push(declaration)
      for (const inner of match.matches) waiting.push(inner)
    }
  }
  return all
}
