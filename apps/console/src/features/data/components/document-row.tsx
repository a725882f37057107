import { type QueryDocumentSnapshot, snapshotEqual } from 'firebase/firestore'
import { Lock } from 'lucide-react'
import { type CSSProperties, memo } from 'react'
import { cellTexts } from '../../../texts/en/data-cells.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { classNames } from '../../../ui/class-names.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { RowCheckbox } from '../../../ui/checkbox.tsx'
import { seeAsTexts } from '../../../texts/en/see-as.ts'
import { deniedClasses, judgedProps, lockedClasses } from '../../../shared/see-as/judged-row.ts'
import type { RowVerdict } from '../../../shared/see-as/verdicts.ts'
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
  /** What rules let the person do whom the table is seen as; undefined while it is seen as oneself, or not judged yet. */
  readonly verdict: RowVerdict | undefined
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
  const { onToggle, mayEdit, held: heldText, verdict, marks } = props
  const isDenied = verdict?.isAllowed === false
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
      {...judgedProps(document.ref.path, verdict)}
      role="row"
      aria-rowindex={row + 2}
      aria-selected={isSelected}
      className={classNames(
        'group/row grid h-(--grid-row) grid-cols-(--grid-columns) items-center border-b border-line bg-(--row-ground) text-table contain-content touch:h-11',
        isOpen ? grounds.open : isSelected ? grounds.selected : grounds.plain,
        document.metadata.hasPendingWrites && 'text-ink-3 italic',
        isGone && 'text-ink-3 line-through',
        // Cells that stay have a ground of their own.
        isDenied && `${deniedClasses} [&>:nth-child(-n+2)]:hatched`,
      )}
    >
      <span
        role="gridcell"
        aria-colindex={1}
        data-number={isTable ? formatNumber(row + 1) : undefined}
        className={classNames(
          'start-0 grid h-full place-items-center bg-(--row-ground) *:col-start-1 *:row-start-1 group-data-shifted/grid:sticky group-data-shifted/grid:z-2',
          // A text of the style is no element of its own, of which a row has as few as can be.
          isTable &&
            'before:pointer-events-none before:col-start-1 before:row-start-1 before:text-small before:text-ink-3 before:tabular-nums before:content-[attr(data-number)/""]',
          isTable && onToggle !== undefined && (isSelected ? 'before:opacity-0' : tickedOnHover),
          verdict?.isAllowed === true && 'shadow-[inset_3px_0_0_var(--moss)]',
        )}
      >
        {onToggle !== undefined && (
          <RowCheckbox
            label={queryTexts.select(document.id)}
            isSelected={isSelected}
            onToggle={(event) => onToggle(document.ref.path, event.shiftKey)}
            excludeFromTabOrder
          />
        )}
      </span>
      <span
        role="rowheader"
        aria-colindex={2}
        aria-readonly="true"
        className={classNames(
          'min-w-0 self-stretch bg-(--row-ground) font-mono text-code group-data-shifted/grid:sticky group-data-shifted/grid:start-(--id-start) group-data-shifted/grid:z-2',
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
          aria-label={labelOf(document.id, isGone, isDenied)}
          className={classNames(
            'flex h-full items-center px-2 outline-offset-[-2px]',
            isTable && 'text-ink-2 hover:text-ink-1',
          )}
        >
          <MiddleTruncated text={document.id} />
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
              isBehindGap={!column.isPinned && at === painted.first && at > 0}
              left={column.isPinned ? lefts[at + 1] : undefined}
              look={look}
              isTable={isTable}
              isDenied={isDenied}
              isLocked={verdict?.locked.has(column.field) === true}
              mayEdit={mayEdit}
              edges={edgesOf(at + 1)}
            />
          ),
      )}
    </div>
  )
}

/** The box to tick takes the place of the number. */
const tickedOnHover =
  'not-touch:*:opacity-0 not-touch:group-hover/row:*:opacity-100 *:focus-visible:opacity-100 group-hover/row:before:opacity-0 touch:before:hidden'

/** What is never cut, and shown as it is, needs no tooltip. */
function isSurelyWhole(value: TypedValue | undefined, exact: string): boolean {
  const isAsShown = value?.kind === 'string' || value?.kind === 'boolean' || isNumberType(value?.kind)
  return isAsShown && exact.length <= 9
}

/** The id as screen readers have it, with what is to be known of the row. */
function labelOf(id: string, isGone: boolean, isDenied: boolean): string {
  const shown = isGone ? queryTexts.gone(visibleDirections(id)) : visibleDirections(id)
  return isDenied ? `${shown}, ${seeAsTexts.notForThem}` : shown
}

/** To the last digit and in UTC, instead of the time of a clock to the minute. */
const exactOnFocus = 'tabular-nums focus:text-[0px] focus:after:text-table focus:after:content-[attr(data-exact)]'

interface CellProps {
  readonly value: TypedValue | undefined
  readonly mark: CellMark | undefined
  readonly place: string
  /** Counted from the ids, which are 0. */
  readonly column: number
  readonly of: GridColumn
  /** Columns before it are not painted. */
  readonly isBehindGap: boolean
  /** Where it stays; undefined where it scrolls. */
  readonly left: number | undefined
  readonly look: CellLook
  readonly isTable: boolean
  /** The document of the row is denied to whom the table is seen as, or this field may not be changed by them. */
  readonly isDenied: boolean
  readonly isLocked: boolean
  readonly mayEdit: boolean
  /** The look of a cell that is held with others. */
  readonly edges: string | undefined
}

function Cell({ value: saved, mark, place, column, of, isBehindGap, left, look, isTable, ...props }: CellProps) {
  const { isDenied, isLocked, mayEdit, edges } = props
  const value = mark === undefined ? saved : mark.value
  const exact = value === undefined ? '' : exactText(value)
  const glow = useGlow(exact, mark !== undefined)
  // Most cells stand behind the one before and have no style of their own, which costs time at each frame of a scroll.
  const style =
    left !== undefined
      ? ({ gridColumn: column + 2, '--stays': `${left}px` } as CSSProperties)
      : isBehindGap
        ? { gridColumn: column + 2 }
        : undefined
  return (
    <span
      role="gridcell"
      aria-colindex={column + 2}
      data-cell={place}
      tabIndex={-1}
      style={style}
      {...(edges !== undefined && { 'aria-selected': true })}
      {...(isLocked && { 'data-locked': of.field })}
      {...(mark?.isRefused === true && { 'aria-invalid': true })}
      {...(value?.kind === 'timestamp' && { 'data-exact': exact })}
      title={isRounded(value) ? queryTexts.rounded : isSurelyWhole(value, exact) ? undefined : exact}
      className={classNames(
        'h-full scroll-mt-9 scroll-ms-(--frozen) content-center truncate px-2.5 [unicode-bidi:plaintext] outline-offset-[-2px] select-none data-edited:outline-2 data-edited:outline-sky',
        isTable && 'border-e border-line',
        // What stands at its corner lies within it.
        left === undefined && 'data-corner:relative',
        left !== undefined &&
          'relative bg-(--row-ground) group-data-shifted/grid:sticky group-data-shifted/grid:start-(--stays) group-data-shifted/grid:z-2',
        mark !== undefined && (mark.isRefused ? 'text-crimson underline decoration-wavy' : 'text-ink-3 italic'),
        value?.kind === 'timestamp' && exactOnFocus,
        value?.kind === 'null' && 'text-ink-3',
        (value?.kind === 'map' || value?.kind === 'array') && 'text-ink-2',
        isNumberType(value?.kind) && 'text-end tabular-nums',
        (value?.kind === 'bytes' || value?.kind === 'vector' || value?.kind === 'geopoint') && 'font-mono text-code',
        // Two names of one animation: it begins anew when the other one comes.
        glow > 0 && (glow % 2 === 0 ? 'animate-glow' : 'animate-glow-again'),
        isLocked && lockedClasses,
        edges,
      )}
    >
      {value !== undefined && (
        <CellContent
          value={value}
          look={look}
          kinds={isDenied || isLocked ? undefined : of.kinds}
          mayToggle={mayEdit}
        />
      )}
      {isLocked && (
        <>
          <Lock aria-hidden="true" className="absolute end-1.5 top-1/2 size-3 -translate-y-1/2 text-ink-3" />
          <span className="sr-only"> {seeAsTexts.lockedField}</span>
        </>
      )}
      {mark !== undefined && <span className="sr-only"> {mark.isRefused ? cellTexts.notSaved : cellTexts.saving}</span>}
    </span>
  )
}

/** What a document has in a column, as far as the SDK can tell. */
export function valueIn(document: QueryDocumentSnapshot, { path }: GridColumn): TypedValue | undefined {
  const value: unknown = path && document.get(path, { serverTimestamps: 'estimate' })
  return value === undefined ? undefined : fromSdk(value)
}
