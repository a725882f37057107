import type { Answer } from './backend.ts'
import type { Step } from './wire.ts'

/** Differences that docs/reference/compatibility.md explains and the programs can't leave out. */
export function isExplained(step: Step, ours: Answer, theirs: Answer): boolean {
  const words = theirs.text ?? ''
  // Of listeners alone, and whichever disjunction the clauses are in.
  if (words === 'Only a single array-contains clause is allowed in a query') return true
  // Operands beyond what the indexes hold there.
  if (/^value for .* is too large to be used in a query$/.test(words)) return true
  // A part of an `or` that nothing matches is left out there before the order is worked out, which here has its field.
  if (ours.status === 'OK' && theirs.status === 'OK' && hasEmptyInequality(step)) return true
  if (ours.status === 'OK') {
    // It fails at its own token of an ordered list.
    if (step.kind === 'list' && step.orderBy !== '' && theirs.status === 'UNKNOWN') return true
    // Names in descending order.
    if (words === 'Firestore does not support descending key scans') return true
    // Sums over a field that is not in the order, behind an order or a condition on names.
    return words.startsWith('This query requires an index that has fields')
  }
  // Those that contradict themselves are not counted there.
  if (theirs.status === 'OK' && ours.text?.startsWith('Too many disjunctions after normalization.')) return true
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

function hasEmptyInequality(step: Step): boolean {
  const inequality =
    /"op":"(?:NOT_EQUAL|LESS_THAN|LESS_THAN_OR_EQUAL|GREATER_THAN|GREATER_THAN_OR_EQUAL)","value":\{"nullValue"/
  return hasEmptyPart(step) && inequality.test(JSON.stringify(step))
}

const REFUSED_HERE = [
  'order by clause cannot contain more fields after the key',
  'Equality on key is not allowed',
  'A maximum of 1 ',
]

/** How texts of the vendor begin that apps may know and Hearth therefore uses. */
const COMMON_TEXTS = [
  'order by clause cannot contain',
  'Equality on key is not allowed',
  'Invalid order by clause',
  'Page size must be nonnegative.',
  'Only a single ',
  'A maximum of 1 ',
  "'NOT_IN' cannot be used",
  "'IN' ",
  "'NOT_IN' requires",
  "'ARRAY_CONTAINS_ANY' ",
  'The `up_to` value',
  'The property.name ',
  'Aggregation aliases contain',
  'a verify must contain a precondition',
  'the same document cannot be',
  'The list of FieldTransform',
  'Cannot modify entities in a read-only transaction.',
  'Cannot transform property',
  'Too many disjunctions after normalization.',
  'Cannot delete then update',
  'Cannot upsert then insert',
]

/**
 * The text of their error as ours has to have it; undefined: each has words of its own. Where something is wrong in two ways, each may
 * name another, but in the vendor's words.
 */
export function commonText(ours: string | undefined, theirs: string | undefined): string | undefined {
  const isCommon = (text = '') => COMMON_TEXTS.some((beginning) => text.startsWith(beginning))
  if (!isCommon(theirs)) return undefined
  return isCommon(ours) ? ours : theirs
}
