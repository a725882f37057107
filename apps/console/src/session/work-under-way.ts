import type { TabWork } from './other-tabs.ts'

/** Work of this tab that goes on whatever screen is open. */
export type WorkUnderWay = Pick<TabWork, 'uploads' | 'jobs' | 'exports'>

const counts = new Map<keyof WorkUnderWay, () => number>()

/** Whatever does such work registers how much of it there is, as its code is loaded. */
export function registerWork(kind: keyof WorkUnderWay, count: () => number): void {
  counts.set(kind, count)
}

/** Nothing of a kind whose code was never loaded. */
export function countWorkUnderWay(): WorkUnderWay {
  const countOf = (kind: keyof WorkUnderWay): number => counts.get(kind)?.() ?? 0
  return { uploads: countOf('uploads'), jobs: countOf('jobs'), exports: countOf('exports') }
}
