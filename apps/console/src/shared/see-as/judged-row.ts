import type { RowVerdict } from './verdicts.ts'

/** Hatched and without colour: what somebody else may not. */
export const deniedClasses =
  'hatched text-ink-2 [&_a]:text-ink-2! [&_a>span]:grayscale [&_.bg-moss]:bg-line-control [&_svg]:text-ink-3'

/** A field that they may not change, within what they may. */
export const lockedClasses =
  'relative hatched pe-6 text-ink-2 [&_a]:text-ink-2! [&_a>span]:grayscale [&_.bg-moss]:bg-line-control'

/** What `SeenRows` knows a row by. */
export function judgedProps(path: string, verdict: RowVerdict | undefined): Readonly<Record<string, string>> {
  if (verdict === undefined) return {}
  return { 'data-judged': path, ...(!verdict.isAllowed && { 'data-denied': '' }) }
}
