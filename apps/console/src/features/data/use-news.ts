import { useEffect, useRef } from 'react'

/** Runs something whenever a value is another one than before. */
export function useNews(value: unknown, run: () => void): void {
  const before = useRef<unknown>(undefined)
  useEffect(() => {
    if (value === undefined || before.current === value) return
    before.current = value
    run()
  })
}
