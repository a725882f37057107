import {
  ArrowDown,
  ArrowUp,
  Braces,
  Brackets,
  Calendar,
  Hash,
  Link2,
  MapPin,
  Pin,
  ToggleLeft,
  Type,
  type LucideIcon,
  Binary,
  CircleSlash,
} from 'lucide-react'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { columnTexts } from '../../../texts/en/data-columns.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { RowCheckbox } from '../../../ui/checkbox.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { isNumberType, type ValueType } from '../../../documents/values/typed-value.ts'
import { columnWidthMax, columnWidthMin, type GridColumn } from '../columns/grid-column.ts'
import type { ColumnRange } from '../window/use-visible-columns.ts'
import type { ColumnChange, DocumentGridProps } from './document-grid-props.ts'

const glyphs: Readonly<Partial<Record<ValueType, LucideIcon>>> = {
  string: Type,
  integer: Hash,
  double: Hash,
  boolean: ToggleLeft,
  timestamp: Calendar,
  reference: Link2,
  map: Braces,
  array: Brackets,
  geopoint: MapPin,
  bytes: Binary,
  vector: Binary,
  null: CircleSlash,
}

interface GridHeaderProps extends Pick<
  DocumentGridProps,
  'columns' | 'ordering' | 'orderedBy' | 'onSort' | 'onColumn' | 'selection' | 'isTable'
> {
  readonly lefts: readonly number[]
  readonly painted: ColumnRange
  /** Tells the table how wide a column is while somebody draws at its edge, without rendering a row. */
  readonly onDraw: (column: number, width: number) => void
  readonly onMenu: (column: GridColumn, at: { readonly x: number; readonly y: number }) => void
}

/** The names of the columns: pressed they sort, drawn at the edge they grow, dragged they move. Arrow keys lead there from the first row. */
export function GridHeader(props: GridHeaderProps) {
  const { columns, selection, isTable, lefts, painted } = props
  return (
    <div
      role="row"
      className="sticky top-0 z-10 grid h-(--grid-row) grid-cols-(--grid-columns) items-center border-b border-line-strong bg-ground-0 text-table text-ink-2 touch:h-10"
    >
      <span
        role="columnheader"
        aria-colindex={1}
        className="sticky start-0 z-2 grid h-full place-items-center bg-ground-0"
      >
        {selection === undefined ? (
          <span className="sr-only">{columnTexts.number}</span>
        ) : (
          <RowCheckbox label={queryTexts.selectAll} isSelected={selection.isAll} onToggle={selection.toggleAll} />
        )}
      </span>
      <span
        role="columnheader"
        aria-colindex={2}
        style={{ insetInlineStart: lefts[0] }}
        className={classNames(
          'sticky z-2 h-full content-center truncate bg-ground-0 px-2',
          isTable && 'border-e border-line-strong',
        )}
      >
        {queryTexts.id}
      </span>
      {columns.map(
        (column, at) =>
          (column.isPinned || (at >= painted.first && at < painted.end)) && (
            <ColumnHeader key={column.field} column={column} at={at} {...props} />
          ),
      )}
    </div>
  )
}

/** How far a key makes a column wider. */
const keyStep = 16

function ColumnHeader(props: GridHeaderProps & { readonly column: GridColumn; readonly at: number }) {
  const { column, at, columns, ordering, orderedBy, onSort, onColumn, onMenu, lefts, isTable } = props
  const { field, type, isPinned } = column
  const isOrdered = orderedBy === field
  const isDescending = ordering?.isDescending === true
  const Glyph = type === undefined ? undefined : glyphs[type]
  const change = (next: ColumnChange): void => onColumn?.(field, next)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    const isSide = event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
    if (onColumn === undefined || (!isMenu && !isSide)) return
    event.preventDefault()
    event.stopPropagation()
    const by = event.key === 'ArrowLeft' ? -1 : 1
    if (isMenu) {
      const { left, bottom } = event.currentTarget.getBoundingClientRect()
      onMenu(column, { x: left, y: bottom })
    } else if (event.shiftKey) change({ kind: 'width', width: fitted(column.width + by * keyStep) })
    else change({ kind: 'move', to: at + by })
  }
  return (
    <span
      role="columnheader"
      aria-colindex={at + 3}
      aria-sort={!isOrdered ? 'none' : isDescending ? 'descending' : 'ascending'}
      style={{ gridColumn: at + 3, ...(isPinned && { insetInlineStart: lefts[at + 1] }) }}
      onContextMenu={(event) => {
        if (onColumn === undefined) return
        event.preventDefault()
        onMenu(column, { x: event.clientX, y: event.clientY })
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
      }}
      onDrop={(event) => {
        const dragged = event.dataTransfer.getData(dragType)
        if (dragged === '') return
        event.preventDefault()
        if (dragged !== field && columns.some((one) => one.field === dragged))
          onColumn?.(dragged, { kind: 'move', to: at })
      }}
      className={classNames(
        'group/head relative flex h-full min-w-0 items-center bg-ground-0',
        isPinned && 'sticky z-2',
        isTable && 'border-e border-line',
        isNumberType(type) && 'justify-end',
      )}
    >
      <button
        type="button"
        data-cell={`-1,${at + 1}`}
        tabIndex={-1}
        aria-label={queryTexts.sortBy(field)}
        title={type === undefined ? field : `${field} · ${valueTexts.types[type]}`}
        draggable={onColumn !== undefined}
        onDragStart={(event) => {
          event.dataTransfer.setData(dragType, field)
          event.dataTransfer.effectAllowed = 'move'
        }}
        onClick={() => onSort(field)}
        onKeyDown={onKeyDown}
        className="flex h-full min-w-0 flex-1 scroll-ms-(--frozen) items-center gap-1.5 px-2.5 outline-offset-[-2px] hover:bg-hover hover:text-ink-1"
      >
        {Glyph !== undefined && <Glyph className="size-3.5 shrink-0 text-ink-3" aria-hidden="true" />}
        <bdi className={classNames('truncate', isOrdered && 'font-medium text-ink-1')}>{field}</bdi>
        {isPinned && <Pin className="ml-auto size-3 shrink-0 text-ink-3" aria-hidden="true" />}
        {isOrdered &&
          (isDescending ? (
            <ArrowDown className="ml-auto size-3.5 shrink-0 text-ink-1" aria-hidden="true" />
          ) : (
            <ArrowUp className="ml-auto size-3.5 shrink-0 text-ink-1" aria-hidden="true" />
          ))}
      </button>
      {onColumn !== undefined && <ColumnEdge {...props} />}
    </span>
  )
}

const dragType = 'application/x-hearth-column'

function fitted(width: number): number {
  return Math.round(Math.max(columnWidthMin, Math.min(columnWidthMax, width)))
}

/** The edge of a column: drawn it makes it wider or narrower, a double click gives it its usual width. Keys do so at the name, with Alt and Shift. */
function ColumnEdge({
  column: { field, width },
  at,
  onColumn,
  onDraw,
}: GridHeaderProps & { readonly column: GridColumn; readonly at: number }) {
  const drag = useRef<number>(undefined)
  const widthAt = (event: PointerEvent): number => fitted(width + event.clientX - (drag.current ?? event.clientX))
  return (
    <span
      aria-hidden="true"
      title={columnTexts.edge}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = event.clientX
      }}
      onPointerMove={(event) => {
        if (drag.current !== undefined) onDraw(at, widthAt(event))
      }}
      onPointerUp={(event) => {
        if (drag.current === undefined) return
        const next = widthAt(event)
        drag.current = undefined
        if (next !== width) onColumn?.(field, { kind: 'width', width: next })
      }}
      onPointerCancel={() => {
        drag.current = undefined
        onDraw(at, width)
      }}
      onDoubleClick={() => onColumn?.(field, { kind: 'width', width: undefined })}
      className="absolute inset-y-0 -end-1 z-3 w-2 cursor-col-resize touch-none hover:bg-sky-line"
    />
  )
}
