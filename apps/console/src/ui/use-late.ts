import { startTransition, useEffect, useState } from 'react'
import { afterFrame } from './after-frame.ts'

/** Whether the frame in which something opened is painted: what costs much and isn't needed for the first key comes after it. */
export function useLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => afterFrame(() => startTransition(() => setLate(true))), [])
  return isLate
}
