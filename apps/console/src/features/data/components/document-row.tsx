import { type QueryDocumentSnapshot, snapshotEqual } from 'firebase/firestore'
import { type CSSProperties, memo } from 'react'
import { cellTexts } from '../../../texts/en/data-cells.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { classNames } from '../../../ui/class-names.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { RowCheckbox } from '../../../ui/checkbox.tsx'
import { useGlow } from '../use-glow.ts'
import { fromSdk } from '../../../documents/values/sdk-value.ts'
import { isNumberType, type TypedValue } from '../../../documents/values/typed-value.ts'
import type { CellMark } from '../cells/cell-edits.ts'
import { readHeld } from '../cells/grid-range.ts'
import type { Selection } from '../use-selection.ts'
import type { GridColumn } from '../columns/grid-column.ts'
import type { ColumnRange } from '../window/use-visible-columns.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { formatNumber } from '../../../texts/format.ts'
import { CellContent, type CellLook, exactText, isRounded } from './cell-content.tsx'

interface DocumentRowProps {
  readonly document: QueryDocumentSnapshot
  readonly row: number
  readonly columns: readonly GridColumn[]
  /** Where the id and each column begin; the same array until a column changes. */
  readonly lefts: readonly number[]
  /** Columns that are painted beside those that stay. */
  readonly painted: ColumnRange
  /** The address of a document by its id. Stays the same function, as the router's own links cost too much here. */
  readonly hrefOf: (id: string) => string
  readonly look: CellLook
  /** Rows are numbered and their cells parted by lines. */
  readonly isTable: boolean
  readonly isOpen: boolean
  /** Whether Tab comes to this row; the arrow keys reach the others. */
  readonly isTabStop: boolean
  readonly isSelected: boolean
  /** The server has deleted it; the list is about to drop it. */
  readonly isGone: boolean
  /** undefined where nothing may be selected. */
  readonly onToggle: Selection['toggle'] | undefined
  /** Whether values may be changed here. */
  readonly mayEdit: boolean
  /** Which of its cells are held with those of other rows: see `heldIn`. */
  readonly held: string | undefined
  /** What cells show that are typed and not saved, by their fields; undefined while there are none. */
  readonly marks: ReadonlyMap<string, CellMark> | undefined
}

/** One document of a list or a table; painted again only when something of it changed. */
export const DocumentRow = memo(PlainRow, (before, after) => {
  const { document: one, ...rest } = before
  const { document: other, ...others } = after
  return (
    (Object.keys(rest) as (keyof typeof rest)[]).every((name) => rest[name] === others[name]) &&
    // Two that are not the same are compared value by value, which takes its time.
    (one === other || snapshotEqual(one, other))
  )
})

/** The ground of a row is that of its cells that stay, too: others pass behind them. */
const grounds = {
  plain: '[--row-ground:var(--ground-1)] hover:[--row-ground:var(--hover)]',
  selected: '[--row-ground:var(--ground-3)]',
  open: '[--row-ground:var(--sky-wash)]',
}

function PlainRow(props: DocumentRowProps) {
  const { document, row, columns, lefts, painted, hrefOf, look, isTable, isOpen, isTabStop, isSelected, isGone } = props
  const { onToggle, mayEdit, held: heldText, marks } = props
  const held = heldText === undefined ? undefined : readHeld(heldText)
  const isHeld = (column: number): boolean => held !== undefined && column >= held.from && column <= held.to
  const edgesOf = (column: number): string | undefined =>
    held === undefined || !isHeld(column)
      ? undefined
      : classNames(
          'relative bg-sky-wash!',
          'before:pointer-events-none before:absolute before:inset-0 before:border-sky',
          held.isFirst && 'before:border-t-2',
          held.isLast && 'before:border-b-2',
          column === held.from && 'before:border-l-2',
          column === held.to && 'before:border-r-2',
        )
  return (
    <div
      data-row
      role="row"
      aria-rowindex={row + 2}
      aria-selected={isSelected}
      className={classNames(
        'group/row grid h-(--grid-row) grid-cols-(--grid-columns) items-center border-b border-line bg-(--row-ground) text-table contain-content touch:h-11',
        isOpen ? grounds.open : isSelected ? grounds.selected : grounds.plain,
        document.metadata.hasPendingWrites && 'text-ink-3 italic',
        isGone && 'text-ink-3 line-through',
      )}
    >
      <span
        role="gridcell"
        aria-colindex={1}
        className="start-0 grid h-full place-items-center bg-(--row-ground) group-data-shifted/grid:sticky group-data-shifted/grid:z-2"
      >
        {onToggle !== undefined && (
          <span
            className={classNames(
              'col-start-1 row-start-1 grid place-items-center',
              isTable &&
                !isSelected &&
                'not-touch:opacity-0 not-touch:group-hover/row:opacity-100 has-focus-visible:opacity-100',
            )}
          >
            <RowCheckbox
              label={queryTexts.select(document.id)}
              isSelected={isSelected}
              onToggle={(event) => onToggle(document.ref.path, event.shiftKey)}
              excludeFromTabOrder
            />
          </span>
        )}
        {isTable && (
          <span
            aria-hidden="true"
            className={classNames(
              'pointer-events-none col-start-1 row-start-1 text-small text-ink-3 tabular-nums',
              onToggle !== undefined && (isSelected ? 'opacity-0' : 'group-hover/row:opacity-0 touch:hidden'),
            )}
          >
            {formatNumber(row + 1)}
          </span>
        )}
      </span>
      <span
        role="rowheader"
        aria-colindex={2}
        aria-readonly="true"
        style={stays(lefts[0])}
        className={classNames(
          'min-w-0 self-stretch bg-(--row-ground) font-mono text-code group-data-shifted/grid:sticky group-data-shifted/grid:start-(--stays) group-data-shifted/grid:z-2',
          isTable && 'border-e border-line-strong',
          edgesOf(0),
        )}
      >
        <a
          href={hrefOf(document.id)}
          data-cell={`${row},0`}
          tabIndex={isTabStop ? 0 : -1}
          aria-current={isOpen ? 'true' : undefined}
          title={visibleDirections(document.id)}
          aria-label={isGone ? queryTexts.gone(visibleDirections(document.id)) : visibleDirections(document.id)}
          className={classNames(
            'flex h-full items-center px-2 outline-offset-[-2px]',
            isTable && 'text-ink-2 hover:text-ink-1',
          )}
        >
          <bdi className="flex min-w-0">
            <MiddleTruncated text={document.id} />
          </bdi>
        </a>
      </span>
      {columns.map(
        (column, at) =>
          (column.isPinned || (at >= painted.first && at < painted.end)) && (
            <Cell
              key={column.field}
              value={valueIn(document, column)}
              mark={marks?.get(column.field)}
              place={`${row},${at + 1}`}
              column={at + 1}
              of={column}
              left={column.isPinned ? lefts[at + 1] : undefined}
              look={look}
              isTable={isTable}
              mayEdit={mayEdit}
              edges={edgesOf(at + 1)}
            />
          ),
      )}
    </div>
  )
}

/** Where a cell stays once columns pass behind it; before that it has no place of its own. */
function stays(left: number | undefined): CSSProperties {
  return { '--stays': `${left ?? 0}px` } as CSSProperties
}

/** A text of so many characters is never cut, so it needs no tooltip. */
const surelyWhole = 9

/** To the last digit and in UTC, instead of the time of a clock to the minute. */
const exactOnFocus = 'focus:after:content-[attr(data-exact)] focus:[&>bdi]:hidden'

interface CellProps {
  readonly value: TypedValue | undefined
  readonly mark: CellMark | undefined
  readonly place: string
  /** Counted from the ids, which are 0. */
  readonly column: number
  readonly of: GridColumn
  /** Where it stays; undefined where it scrolls. */
  readonly left: number | undefined
  readonly look: CellLook
  readonly isTable: boolean
  readonly mayEdit: boolean
  /** The look of a cell that is held with others. */
  readonly edges: string | undefined
}

function Cell({ value: saved, mark, place, column, of, left, look, isTable, mayEdit, edges }: CellProps) {
  const value = mark === undefined ? saved : mark.value
  const exact = value === undefined ? '' : exactText(value)
  const glow = useGlow(exact, mark !== undefined)
  const style: CSSProperties = { gridColumn: column + 2, ...(left !== undefined && stays(left)) }
  const isText = value?.kind === 'string'
  return (
    <span
      role="gridcell"
      aria-colindex={column + 2}
      data-cell={place}
      tabIndex={-1}
      style={style}
      {...(edges !== undefined && { 'aria-selected': true })}
      {...(mark?.isRefused === true && { 'aria-invalid': true })}
      {...(value?.kind === 'timestamp' && { 'data-exact': exact })}
      title={isRounded(value) ? queryTexts.rounded : isText && exact.length <= surelyWhole ? undefined : exact}
      className={classNames(
        'h-full scroll-mt-9 scroll-ms-(--frozen) content-center truncate px-2.5 outline-offset-[-2px] select-none data-edited:outline-2 data-edited:outline-sky',
        isTable && 'border-e border-line',
        left !== undefined &&
          'bg-(--row-ground) group-data-shifted/grid:sticky group-data-shifted/grid:start-(--stays) group-data-shifted/grid:z-2',
        mark !== undefined && (mark.isRefused ? 'text-crimson underline decoration-wavy' : 'text-ink-3 italic'),
        value?.kind === 'timestamp' && exactOnFocus,
        value?.kind === 'null' && 'text-ink-3',
        isNumberType(value?.kind) && 'text-end tabular-nums',
        (value?.kind === 'bytes' || value?.kind === 'vector' || value?.kind === 'geopoint') && 'font-mono text-code',
        // Two names of one animation: it begins anew when the other one comes.
        glow > 0 && (glow % 2 === 0 ? 'animate-glow' : 'animate-glow-again'),
        edges,
      )}
    >
      {value !== undefined && <CellContent value={value} look={look} kinds={of.kinds} mayToggle={mayEdit} />}
      {mark !== undefined && <span className="sr-only"> {mark.isRefused ? cellTexts.notSaved : cellTexts.saving}</span>}
    </span>
  )
}

/** What a document has in a column, as far as the SDK can tell. */
export function valueIn(document: QueryDocumentSnapshot, { path }: GridColumn): TypedValue | undefined {
  const value: unknown = path && document.get(path, { serverTimestamps: 'estimate' })
  return value === undefined ? undefined : fromSdk(value)
}
