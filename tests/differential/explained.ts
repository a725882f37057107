import type { Answer } from './backend.ts'
import type { Step } from './wire.ts'

/** Differences that docs/reference/compatibility.md explains and the programs can't leave out. */
export function isExplained(step: Step, ours: Answer, theirs: Answer): boolean {
  const words = theirs.text ?? ''
  // Of listeners alone, and whichever disjunction the clauses are in.
  if (words === 'Only a single array-contains clause is allowed in a query') return true
  if (ours.status === 'OK') {
    // Names in descending order.
    if (words === 'Firestore does not support descending key scans') return true
    // Sums over a field that is not in the order, behind an order or a condition on names.
    return words.startsWith('This query requires an index that has fields')
  }
  // What a query may not ask, where an operand means that nothing matches anyway: neither the query nor, in an `or`, its part of
  // it. What became of a transaction around it is another question.
  const isRefused = REFUSED_HERE.some((text) => ours.text?.startsWith(text))
  return isRefused && (!theirs.rows || hasEmptyPart(step))
}

/** An `or` with an operand, null or NaN, that no value compares to. */
function hasEmptyPart(step: Step): boolean {
  const text = JSON.stringify(step)
  return text.includes('"OR"') && (text.includes('"nullValue"') || text.includes('"NaN"'))
}

const REFUSED_HERE = ['order by clause cannot contain more fields after the key', 'Equality on key is not allowed']
