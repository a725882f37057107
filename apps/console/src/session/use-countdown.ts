import { useCallback, useEffect, useState } from 'react'

/** Seconds that are left of a wait; 0 when there is none. */
export function useCountdown(): { readonly secondsLeft: number; readonly start: (seconds: number) => void } {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const isRunning = until > now
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isRunning])
  const start = useCallback((seconds: number) => {
    const at = Date.now()
    setNow(at)
    setUntil(at + seconds * 1000)
  }, [])
  return { secondsLeft: Math.max(0, Math.ceil((until - now) / 1000)), start }
}
