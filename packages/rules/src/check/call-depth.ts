import type { ScopedFunction } from '../evaluate/scope.ts'
import type { Issues } from '../syntax/issue.ts'
import type { Calls } from './check-expression.ts'

/** Functions on the longest chain of calls; the vendor counts the calls between them. */
const CHAIN_MAX = 21

interface CallGraph {
  readonly callsOf: (called: ScopedFunction) => Calls
  /** How many functions the longest chain from one on has, as far as that is known: filled for all conditions together. */
  readonly heights: Map<ScopedFunction, number>
  readonly issues: Issues
}

/** Refuses recursion and chains of calls that are too long. */
export function checkCallDepth(first: Calls, { callsOf, heights, issues }: CallGraph): void {
  const path: ScopedFunction[] = []
  const heightOf = (called: ScopedFunction): number => {
    const known = heights.get(called)
    if (known !== undefined) return known
    if (path.includes(called)) {
      issues.add('ERROR', `Recursive call is not allowed: ${called.declaration.name}.`, called.declaration)
      return 0
    }
    if (path.length >= CHAIN_MAX) {
      const names = [...path, called].map(({ declaration }) => declaration.name).join('->')
      const text = `Maximum allowed call depth of 20 is reached for [${names}] call stack.`
      issues.add('ERROR', text, called.declaration)
      return 0
    }
    path.push(called)
    let height = 1
    for (const next of callsOf(called)) height = Math.max(height, 1 + heightOf(next))
    path.pop()
    if (path.length + height > CHAIN_MAX) {
      const text = `Maximum allowed call depth of 20 is reached for [${called.declaration.name}] call stack.`
      issues.add('ERROR', text, called.declaration)
    }
    heights.set(called, height)
    return height
  }
  for (const called of first) heightOf(called)
}
