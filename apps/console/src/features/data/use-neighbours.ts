import { useEffect, useRef } from 'react'
import { findRow } from './cells/find-row.ts'
import type { WindowState } from './window/document-window.ts'

/** The documents before and behind the one that is open, by their paths; undefined at an end, or where none is known. */
export interface Neighbours {
  /** The one that is open. */
  readonly of: string
  readonly previous: string | undefined
  readonly next: string | undefined
}

/** Tells of the documents beside the open one in the order of its list, whenever they are others. */
export function useNeighbours(
  open: string | undefined,
  { size, documentAt }: Pick<WindowState, 'size' | 'documentAt'>,
  onNeighbours: (neighbours: Neighbours | undefined) => void,
): void {
  const last = useRef(0)
  const row = open === undefined ? undefined : findRow(open, last.current, { size, documentAt })
  if (typeof row === 'number') last.current = row
  const pathAt = (at: number): string | undefined => (at < 0 ? undefined : documentAt(at)?.ref.path)
  const previous = typeof row === 'number' ? pathAt(row - 1) : undefined
  const next = typeof row === 'number' ? pathAt(row + 1) : undefined
  useEffect(
    () => onNeighbours(open === undefined ? undefined : { of: open, previous, next }),
    [onNeighbours, open, previous, next],
  )
}
