import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../../../ui/class-names.ts'
import { floatClasses } from '../../../ui/float.ts'
import { onMove, placeBeside } from '../../../ui/place-beside.ts'
import { usePressElsewhere } from '../../../ui/use-press-elsewhere.ts'

/** Where a cell is. */
export interface CellSight {
  /** undefined while it is not painted, such as one whose row is gone. */
  readonly cell: HTMLElement | undefined
  /** What the cells are seen in. */
  readonly box: HTMLElement | undefined
}

/**
 * What floats beside a cell of the table while it is edited, and stays in sight of the table when the cell is scrolled away, moves or goes.
 * The page around it can be used meanwhile.
 */
export function CellPanel({
  label,
  help,
  isOver,
  isWide,
  findSight,
  lastSeen,
  wantsFocus,
  onPressElsewhere,
  children,
}: {
  readonly label: string
  /** What the keys do here, where they do anything of their own. */
  readonly help: string | undefined
  /** It lies over the cell, as large as it or larger where the value needs it. */
  readonly isOver: boolean
  /** What stands beside the cell has lines of code. */
  readonly isWide: boolean
  readonly findSight: () => CellSight
  /** Where the cell was when it was painted last; it stays from one panel of a cell to the next. */
  readonly lastSeen: RefObject<DOMRect | undefined>
  /** Whether it takes the focus when it comes, where nothing inside of it does by itself. */
  readonly wantsFocus: boolean
  readonly onPressElsewhere: () => void
  readonly children: ReactNode
}) {
  const panel = useRef<HTMLDivElement>(null)
  const pressed = usePressElsewhere(onPressElsewhere)
  const helpId = useId()
  // After each render, as the rows may have moved with it.
  useLayoutEffect(() => {
    let edited: HTMLElement | undefined
    const place = (): void => {
      const float = panel.current
      if (float === null) return
      const { cell, box } = findSight()
      if (edited !== cell) delete edited?.dataset['edited']
      edited = cell
      if (cell !== undefined) cell.dataset['edited'] = ''
      const around = box?.getBoundingClientRect()
      if (cell !== undefined && around !== undefined) {
        lastSeen.current = partWithin(cell.getBoundingClientRect(), around)
      }
      const at = lastSeen.current ?? around ?? new DOMRect()
      if (isOver) placeOver(float, at)
      else {
        float.style.minWidth = ''
        placeBeside(float, cell ?? float, { at })
      }
    }
    place()
    const stop = onMove(place)
    return () => {
      stop()
      delete edited?.dataset['edited']
    }
  })
  const [isFocusWanted] = useState(wantsFocus)
  useEffect(() => {
    const float = panel.current
    if (!isFocusWanted || float === null) return
    if (!float.contains(document.activeElement)) {
      const first = float.querySelector<HTMLElement>('button, input, textarea') ?? float
      first.focus({ preventScroll: true })
    }
    goToEnd(document.activeElement)
  }, [isFocusWanted])
  return createPortal(
    <div
      ref={panel}
      role="dialog"
      aria-label={label}
      {...(help !== undefined && { 'aria-describedby': helpId })}
      tabIndex={-1}
      onPointerDown={pressed}
      className={
        isOver
          ? 'fixed z-50 max-w-[min(32rem,calc(100vw-1rem))] rounded-small bg-ground-float text-ink-1 shadow-float outline-2 outline-sky'
          : classNames(floatClasses, 'fixed z-50 max-w-[calc(100vw-1rem)] overflow-auto p-3', isWide ? 'w-128' : 'w-96')
      }
    >
      {children}
      {help !== undefined && (
        <p id={helpId} className={isOver ? 'sr-only' : 'text-small text-ink-3 touch:hidden'}>
          {help}
        </p>
      )}
    </div>,
    document.body,
  )
}

/** In CSS pixels: what the keys do stands beside an editor, or below it where there is less room. */
const roomForKeys = 250
/** What fits the chip of the type and a few words. */
const overWidthMin = 176

/** Puts an editor over a cell, moved to the left where it would leave the window. */
function placeOver(float: HTMLElement, at: DOMRect): void {
  const width = Math.max(at.width, overWidthMin)
  float.style.minWidth = `${width}px`
  float.style.maxHeight = ''
  float.style.bottom = ''
  float.style.top = `${at.top}px`
  const left = Math.max(8, Math.min(at.left, innerWidth - Math.max(width, float.offsetWidth) - 8))
  float.style.left = `${left}px`
  float.dataset['keys'] = left + float.offsetWidth + roomForKeys < innerWidth ? 'beside' : 'below'
}

/** The part of a cell that is seen; at the edge it is nearest to when none is. */
function partWithin(cell: DOMRect, around: DOMRect): DOMRect {
  const within = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to)
  const left = within(cell.left, around.left, around.right)
  const top = within(cell.top, around.top, around.bottom)
  const right = within(cell.right, around.left, around.right)
  const bottom = within(cell.bottom, around.top, around.bottom)
  return new DOMRect(left, top, right - left, bottom - top)
}

/** What was typed to open it goes on. */
function goToEnd(control: Element | null): void {
  const isText =
    control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && control.type === 'text')
  if (isText) control.setSelectionRange(control.value.length, control.value.length)
}
