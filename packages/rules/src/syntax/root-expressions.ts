import type { Expression, FunctionDeclaration, MatchBlock, RulesFile } from './ast.ts'

/** Every condition, `let` and result of a source, in its order. */
export function rootExpressions(file: RulesFile): Expression[] {
  const roots: Expression[] = []
  const addFunctions = (functions: readonly FunctionDeclaration[]): void => {
    for (const { lets, result } of functions) roots.push(...lets.map(({ value }) => value), result)
  }
  addFunctions(file.functions)
  const waiting: MatchBlock[] = []
  for (const service of file.services) {
    addFunctions(service.functions)
    waiting.push(...service.matches)
  }
  for (let match = waiting.pop(); match !== undefined; match = waiting.pop()) {
    addFunctions(match.functions)
    for (const { condition } of match.allows) if (condition !== undefined) roots.push(condition)
    waiting.push(...match.matches)
  }
  return roots.sort((a, b) => a.start - b.start)
}

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
