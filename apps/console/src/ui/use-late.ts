import { startTransition, useEffect, useState } from 'react'

/** Whether the frame in which something opened is painted: what costs much and isn't needed for the first key comes after it. */
export function useLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => afterFrame(() => startTransition(() => setLate(true))), [])
  return isLate
}

/** Calls once the next frame is painted. What it returns gives that up. */
export function afterFrame(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // A frame's own callbacks come before its paint.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
