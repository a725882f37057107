import { keep, keptKey, readKept } from '../firebase/kept-storage.ts'

const key = keptKey('others-gone')

/** Changes that somebody else had left in this browser went when this account signed in; kept until that was seen. */
export function noteOthersGone(count: number): void {
  keep(key, String(readOthersGone() + count))
}

export function readOthersGone(): number {
  return Number(readKept(key) ?? 0)
}

export function forgetOthersGone(): void {
  keep(key, undefined)
}
