import { useEffect, useRef, useState } from 'react'

/** A reference whose document is shown beside its cell. */
export interface Peek {
  readonly path: string
  readonly cell: HTMLElement
}

/** Somebody who passes over a reference doesn't ask what it holds. */
const hoverMs = 300
/** On the way from a cell to what is beside it the pointer is over neither. */
const leaveMs = 150

/** Which reference of a table is looked at, by pointer or by key. */
export function usePeek() {
  const [peek, setPeek] = useState<Peek>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stay = (): void => clearTimeout(timer.current)
  const setSoon = (next: Peek | undefined, ms: number): void => {
    stay()
    timer.current = setTimeout(() => setPeek(next), ms)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    peek,
    setPeek,
    hover: (over: Peek): void => setSoon(over, hoverMs),
    stay,
    leave: (): void => setSoon(undefined, leaveMs),
  }
}
