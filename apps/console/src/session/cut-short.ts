import type { TabWork } from './other-tabs.ts'

/** What a page held of a session that ended by itself. */
export type CutShort = Pick<TabWork, 'changes' | 'forms' | 'uploads' | 'jobs'>

let cutShort: CutShort | undefined

/** The screen that asks to sign in again says it. Files that were on their way go on when the same account signs in. */
export function noteCutShort({ waiting, lost, changes, forms, uploads, jobs }: TabWork): void {
  const isAny = waiting + lost + changes + forms + uploads + jobs > 0
  cutShort = isAny ? { changes: waiting + lost + changes, forms, uploads, jobs } : undefined
}

export function readCutShort(): CutShort | undefined {
  return cutShort
}

export function forgetCutShort(): void {
  cutShort = undefined
}
