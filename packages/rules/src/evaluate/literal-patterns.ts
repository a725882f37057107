import type { Expression } from '../syntax/ast.ts'
import { childrenOf } from '../syntax/children.ts'

/** So many patterns of one source are compiled with it; what the others cost is counted when a request uses them. */
const PREPARED_MAX = 300

const META = /[\\^$.|?*+()[\]{}]/

/** The texts of a source that may come to stand as patterns: arguments, of `matches()` and of functions that hand them on. */
export function literalPatterns(expressions: Iterable<Expression>): Set<string> {
  const found = new Set<string>()
  const waiting = [...expressions]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const child of childrenOf(node)) waiting.push(child)
    if (node.kind !== 'call') continue
    for (const arg of node.args) {
      if (found.size >= PREPARED_MAX) return found
      if (arg.kind === 'literal' && typeof arg.value === 'string' && META.test(arg.value)) found.add(arg.value)
    }
  }
  return found
}
