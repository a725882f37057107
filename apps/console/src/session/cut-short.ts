import { keep, readKept } from '../firebase/kept-storage.ts'
import type { UnsavedWork } from './unsaved-work.ts'

/** What a page held and can't keep: it goes with the session. */
const kinds = ['changes', 'forms', 'uploads', 'jobs'] as const

export interface CutShort extends Pick<UnsavedWork, (typeof kinds)[number]> {
  /** Uploads that this page holds, and goes on with when the same account signs in. */
  readonly waitingUploads: number
}

const key = 'hearth.cutShort'
/** What the page is loaded anew over is lost, and counts among the rest. */
let isPageKept = false

/** Of this tab: the session that ended by itself took this along. The screen that asks to sign in again says so. */
export function noteCutShort(work: Pick<UnsavedWork, (typeof kinds)[number]>): void {
  isPageKept = true
  const counts = kinds.map((kind) => work[kind])
  keep(key, counts.some((count) => count > 0) ? counts.join(' ') : undefined, 'session')
}

export function readCutShort(): CutShort | undefined {
  const kept = readKept(key, 'session')
  if (kept === undefined) return undefined
  const [changes = 0, forms = 0, uploads = 0, jobs = 0] = kept.split(' ').map(Number)
  const waiting = isPageKept ? uploads : 0
  return { changes, forms, uploads: uploads - waiting, jobs, waitingUploads: waiting }
}

export function forgetCutShort(): void {
  keep(key, undefined, 'session')
}
