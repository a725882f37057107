import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { dataTexts } from '../../../texts/en/data.ts'
import { classNames } from '../../../ui/class-names.ts'
import { fitted, leastWidths, propertyOf, restMin, type SizedColumn } from './column-widths.ts'

/** How far a key moves it, in pixels; with Shift four times as far. */
const step = 16

/**
 * Between two columns, after the ARIA Authoring Practices' window splitter: dragged, or moved by the arrow keys, it makes the column before it
 * wider or narrower; a double click or Enter gives that its usual width. What it says is the width in pixels.
 */
export function ColumnSeparator({
  column,
  isWideOnly = false,
  onWidth,
}: {
  /** The column before it, which is the element before it. */
  readonly column: SizedColumn
  /** Where there is less room the column before it isn't shown. */
  readonly isWideOnly?: boolean
  /** Told when the dragging ends; undefined is the usual width. */
  readonly onWidth: (column: SizedColumn, width: number | undefined) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const drag = useRef<{ readonly from: number; readonly width: number }>(undefined)
  const [now, setNow] = useState<{ readonly width: number; readonly room: number }>()

  useEffect(() => {
    const before = place.current?.previousElementSibling
    const around = place.current?.parentElement
    if (!before || !around) return undefined
    const watch = new ResizeObserver(() => {
      const { left, width } = before.getBoundingClientRect()
      setNow({ width: Math.round(width), room: Math.round(around.getBoundingClientRect().right - left) })
    })
    watch.observe(before)
    watch.observe(around)
    return () => watch.disconnect()
  }, [])

  const widthAt = (x: number): number | undefined => {
    if (drag.current === undefined || now === undefined) return undefined
    return fitted(column, drag.current.width + x - drag.current.from, now.room)
  }
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0 || now === undefined) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: event.clientX, width: now.width }
  }
  const onPointerMove = (event: PointerEvent): void => {
    const width = widthAt(event.clientX)
    // Straight into the page: nothing but the columns has to know of each pixel.
    if (width !== undefined) place.current?.parentElement?.style.setProperty(propertyOf(column), `${width}px`)
  }
  const onPointerUp = (event: PointerEvent): void => {
    const width = widthAt(event.clientX)
    const hasMoved = drag.current !== undefined && Math.abs(event.clientX - drag.current.from) > 1
    drag.current = undefined
    if (width !== undefined && hasMoved) onWidth(column, width)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (now === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const by = event.shiftKey ? step * 4 : step
    if (event.key === 'ArrowLeft') onWidth(column, fitted(column, now.width - by, now.room))
    else if (event.key === 'ArrowRight') onWidth(column, fitted(column, now.width + by, now.room))
    else if (event.key === 'Home') onWidth(column, leastWidths[column])
    else if (event.key === 'End') onWidth(column, fitted(column, now.room, now.room))
    else if (event.key === 'Enter') onWidth(column, undefined)
    else return
    event.preventDefault()
  }
  const least = leastWidths[column]
  return (
    <div
      ref={place}
      role="separator"
      aria-orientation="vertical"
      aria-label={dataTexts.widthOf[column]}
      title={dataTexts.widthHelp}
      tabIndex={0}
      aria-valuemin={least}
      aria-valuemax={Math.max(least, (now?.room ?? 0) - restMin)}
      aria-valuenow={now?.width ?? least}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        drag.current = undefined
      }}
      onDoubleClick={() => onWidth(column, undefined)}
      onKeyDown={onKeyDown}
      className={classNames(
        'group hidden cursor-col-resize touch-none items-stretch justify-center outline-offset-[-1px] select-none',
        isWideOnly ? 'wide:flex' : 'tablet:flex',
      )}
    >
      <span className="w-px bg-line group-hover:w-0.5 group-hover:bg-line-control group-focus-visible:bg-sky group-active:bg-sky" />
    </div>
  )
}
