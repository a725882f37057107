import type { Expression, FunctionDeclaration, MatchBlock, RulesFile } from './ast.ts'

/** The expressions right inside of one, in the order of the source. */
export function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return []
    case 'list':
      return node.items
    case 'map':
      return node.entries.flatMap(({ key, value }) => [key, value])
    case 'path':
      return node.segments.flatMap((segment) => (segment.kind === 'value' ? [segment.value] : []))
    case 'member':
      return [node.object]
    case 'index':
      return [node.object, node.index]
    case 'slice':
      return [node.object, node.from, node.to].filter((part) => part !== undefined)
    case 'call':
      return node.object === undefined ? node.args : [node.object, ...node.args]
    case 'not':
    case 'negate':
    case 'is':
      return [node.operand]
    case 'binary':
    case 'and':
    case 'or':
      return [node.left, node.right]
    case 'ternary':
      return [node.condition, node.whenTrue, node.whenFalse]
  }
}

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
