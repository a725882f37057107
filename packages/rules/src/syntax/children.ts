import type { Expression } from './ast.ts'

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
