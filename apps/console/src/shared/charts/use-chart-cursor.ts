import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type ChartGeometry, pointAt } from './chart-geometry.ts'

export interface ChartCursorOptions {
  readonly geometry: ChartGeometry
  readonly isZoomed: boolean
  readonly onZoom: (from: number, to: number) => void
  readonly onWhole: () => void
  readonly onOpen: ((at: number) => void) | undefined
}

export interface ChartCursor {
  /** The point that is read. */
  readonly at: number | undefined
  /** The other end of the range that is marked. */
  readonly from: number | undefined
  /** The keyboard moved it last: what it reads is said. */
  readonly isByKeys: boolean
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent) => void
    readonly onFocus: () => void
    readonly onBlur: () => void
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerCancel: () => void
    readonly onPointerLeave: (event: PointerEvent<HTMLElement>) => void
    readonly onDoubleClick: () => void
  }
}

interface State {
  readonly at?: number | undefined
  readonly from?: number | undefined
  readonly isByKeys: boolean
}

const nowhere: State = { isByKeys: false }
/** A pointer that moves less has not dragged, in pixels. */
const dragPx = 6
/** A second click may still come, which leads back instead. */
const doubleClickMs = 250

/** Reads a chart point by point: by the pointer, by touch and by keys. A drag marks a range. */
export function useChartCursor({ geometry, isZoomed, onZoom, onWhole, onOpen }: ChartCursorOptions): ChartCursor {
  const [state, setState] = useState<State>(nowhere)
  const pressed = useRef<{ readonly x: number; readonly at: number; readonly wasAt: number | undefined }>(undefined)
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = geometry.xs.length - 1
  const at = state.at === undefined ? undefined : Math.min(state.at, last)
  const from = state.from === undefined ? undefined : Math.min(state.from, last)
  useEffect(() => () => clearTimeout(opening.current), [])

  const placeOf = (event: PointerEvent<HTMLElement>): { x: number; at: number } => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left + geometry.left
    return { x, at: pointAt(geometry, x) }
  }
  const zoom = (one: number, other: number): void => {
    setState(nowhere)
    onZoom(Math.min(one, other), Math.max(one, other))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = nextOf(event.key, at ?? last, last)
    if (next !== undefined) {
      setState({ at: next, from: event.shiftKey ? (from ?? at ?? last) : undefined, isByKeys: true })
    } else if (event.key === 'Enter' && at !== undefined && from !== undefined && from !== at) zoom(from, at)
    else if (event.key === 'Enter' && at !== undefined && onOpen !== undefined) onOpen(at)
    else if (event.key === 'Escape' && from !== undefined) setState({ at, isByKeys: true })
    else if (event.key === 'Escape' && at !== undefined) setState(nowhere)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    at,
    from,
    isByKeys: state.isByKeys,
    handlers: {
      onKeyDown,
      onFocus: () =>
        setState((known) =>
          known.at === undefined && pressed.current === undefined ? { at: last, isByKeys: true } : known,
        ),
      onBlur: () => setState(nowhere),
      onPointerDown: (event) => {
        if (event.button !== 0) return
        const place = placeOf(event)
        pressed.current = { ...place, wasAt: at }
        if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId)
        else setState({ at: place.at, isByKeys: false })
      },
      onPointerMove: (event) => {
        const place = placeOf(event)
        const begun = pressed.current
        const isDrag = begun !== undefined && event.pointerType === 'mouse' && Math.abs(place.x - begun.x) >= dragPx
        setState({ at: place.at, from: isDrag ? begun.at : undefined, isByKeys: false })
      },
      onPointerUp: (event) => {
        const begun = pressed.current
        pressed.current = undefined
        if (begun === undefined) return
        const place = placeOf(event)
        if (event.pointerType === 'mouse' && Math.abs(place.x - begun.x) >= dragPx) {
          if (place.at === begun.at) setState({ at: place.at, isByKeys: false })
          else zoom(begun.at, place.at)
          return
        }
        // A finger reads a point first, and opens it when it comes to it again.
        if (onOpen === undefined || (event.pointerType !== 'mouse' && begun.wasAt !== place.at)) return
        clearTimeout(opening.current)
        if (isZoomed) opening.current = setTimeout(() => onOpen(place.at), doubleClickMs)
        else onOpen(place.at)
      },
      onPointerCancel: () => {
        pressed.current = undefined
        setState(nowhere)
      },
      onPointerLeave: (event) => {
        // A finger that is lifted leaves what it came to in sight.
        if (pressed.current === undefined && event.pointerType === 'mouse')
          setState((known) => (known.isByKeys ? known : nowhere))
      },
      onDoubleClick: () => {
        clearTimeout(opening.current)
        if (isZoomed) onWhole()
      },
    },
  }
}

function nextOf(key: string, at: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, at - 1)
    case 'ArrowRight':
      return Math.min(last, at + 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
