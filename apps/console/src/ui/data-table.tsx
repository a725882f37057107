import { ArrowDown, ArrowUp } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'
import { classNames } from './class-names.ts'

export interface Column<Row> {
  readonly id: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand at the end, in figures of one width. */
  readonly isNumber?: boolean
  /** Hidden on phones; `wide`: shown from a desk's width on. */
  readonly isSecondary?: boolean | 'wide'
  /** Pressing its title sorts by it. */
  readonly isSortable?: boolean
  /** How it stands on a card; left out, it is on none unless it names the row. */
  readonly onCard?: keyof typeof cardPlaces
}

/**
 * Beside others, with its title before it, on a line of its own, read to screen readers alone while its title sorts; what names the row may share its
 * line (`beside`).
 */
const cardPlaces = {
  plain: '',
  labelled: '',
  wide: 'max-tablet:basis-full',
  sorting: 'max-tablet:sr-only',
  beside: 'max-tablet:flex-1',
}

export interface TableSorting {
  readonly column: string
  readonly isDescending: boolean
  readonly onSort: (column: string) => void
}

/** Rows chosen by their keys. */
export interface TableSelection<Row> {
  readonly keys: ReadonlySet<string>
  /** What choosing a row is called, for screen readers. */
  readonly rowLabel: (row: Row) => string
  readonly allLabel: string
  readonly onToggle: (key: string) => void
  /** All rows of this page, or none of them. */
  readonly onToggleAll: () => void
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Names the row: the first column unless told otherwise. */
  readonly headingColumn?: string
  readonly sorting?: TableSorting
  readonly selection?: TableSelection<Row>
  /** What the button that names a row does is done by a click anywhere in it that meets nothing else to act on. */
  readonly onOpen?: (row: Row) => void
  /** The row that is open beside the table, by its key. */
  readonly openKey?: string | undefined
  /** On phones each row is a card, with what its columns say of it; `isSecondary` counts from a tablet's width on. */
  readonly hasCards?: boolean
}

/** A plain table: rows of one height, hairlines, a heading that stays. Bounded lists only; long ones are virtual. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, headingColumn = columns[0]?.id, sorting, selection, hasCards = false } = props
  const { onOpen, openKey } = props
  const chosen = selection === undefined ? 0 : rows.filter((row) => selection.keys.has(rowKey(row))).length
  // A table that is laid out as something else is a table for screen readers only when it says so.
  const roleOf = (role: string) => (hasCards ? { role } : {})
  const isHeadSeen = selection !== undefined || sorting !== undefined
  return (
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto outline-offset-[-2px]">
      <table
        {...roleOf('table')}
        className={classNames('w-full border-collapse text-table', hasCards && 'max-tablet:block')}
      >
        <caption className="sr-only">{label}</caption>
        <thead
          {...roleOf('rowgroup')}
          className={classNames(hasCards && (isHeadSeen ? 'max-tablet:block' : 'max-tablet:sr-only'))}
        >
          <tr {...roleOf('row')} className={classNames(hasCards && cardHeadClasses)}>
            {selection !== undefined && (
              <th
                {...roleOf('columnheader')}
                scope="col"
                className={classNames('h-8 w-10 border-b border-line pl-4 text-left', hasCards && cardCheckboxClasses)}
              >
                <Checkbox
                  label={selection.allLabel}
                  isSelected={rows.length > 0 && chosen === rows.length}
                  isIndeterminate={chosen > 0 && chosen < rows.length}
                  onChange={selection.onToggleAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.id}
                {...roleOf('columnheader')}
                scope="col"
                {...(column.isSortable === true &&
                  sorting !== undefined && { 'aria-sort': ariaSort(column.id, sorting) })}
                className={classNames(
                  'h-8 border-b border-line px-3 tablet:px-4 text-small font-medium whitespace-nowrap text-ink-2',
                  column.isNumber === true ? 'text-right' : 'text-left',
                  visibilityOf(column, hasCards),
                  hasCards && cardTitleClasses(column, column.id === headingColumn, sorting !== undefined),
                )}
              >
                {column.isSortable === true && sorting !== undefined ? (
                  <SortButton column={column} sorting={sorting} />
                ) : (
                  column.title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roleOf('rowgroup')} className={classNames(hasCards && 'max-tablet:block')}>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              {...roleOf('row')}
              {...(rowKey(row) === openKey && { 'aria-current': true })}
              {...(onOpen !== undefined && { onClick: (event) => isOfRow(event) && onOpen(row) })}
              className={classNames(
                'border-b border-line last:border-b-0',
                hasCards && 'max-tablet:relative max-tablet:flex max-tablet:flex-wrap max-tablet:items-center',
                hasCards && 'max-tablet:gap-x-3 max-tablet:gap-y-1 max-tablet:px-4 max-tablet:py-2',
                hasCards && selection !== undefined && 'max-tablet:pl-12',
                rowKey(row) === openKey || selection?.keys.has(rowKey(row)) === true
                  ? 'bg-sky-wash'
                  : 'hover:bg-ground-2',
              )}
            >
              {selection !== undefined && (
                <td {...roleOf('cell')} className={classNames('h-(--row) w-10 pl-4', hasCards && cardCheckboxClasses)}>
                  <Checkbox
                    label={selection.rowLabel(row)}
                    isSelected={selection.keys.has(rowKey(row))}
                    onChange={() => selection.onToggle(rowKey(row))}
                  />
                </td>
              )}
              {columns.map((column) => {
                const isHeading = column.id === headingColumn
                const Cell = isHeading ? 'th' : 'td'
                return (
                  <Cell
                    key={column.id}
                    {...roleOf(isHeading ? 'rowheader' : 'cell')}
                    {...(isHeading && { scope: 'row' })}
                    className={classNames(
                      'h-(--row) max-w-[80vw] tablet:max-w-80 px-3 tablet:px-4 text-left font-normal whitespace-nowrap',
                      column.isNumber === true && 'text-right tabular-nums',
                      visibilityOf(column, hasCards),
                      hasCards && cardCellClasses(column, isHeading),
                    )}
                  >
                    {hasCards && column.onCard === 'labelled' && (
                      // For eyes alone: the title of the column says it to screen readers.
                      <span aria-hidden="true" className="text-ink-2 tablet:hidden">
                        {column.title}:{' '}
                      </span>
                    )}
                    {column.cell(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** It met nothing that acts by itself, and no text was selected by it. */
function isOfRow({ target }: MouseEvent): boolean {
  const isTaken = target instanceof Element && target.closest('a, button, input, label') !== null
  return !isTaken && getSelection()?.isCollapsed !== false
}

const cardHeadClasses =
  'max-tablet:relative max-tablet:flex max-tablet:min-h-10 max-tablet:flex-wrap max-tablet:items-center max-tablet:gap-x-2 max-tablet:border-b max-tablet:border-line max-tablet:pr-4 max-tablet:pl-12'
/** At the edge of its card, as large as a thumb. */
const cardCheckboxClasses =
  'max-tablet:absolute max-tablet:top-0 max-tablet:left-1 max-tablet:[td]:touch:top-2 max-tablet:h-10 max-tablet:border-b-0 max-tablet:p-0 max-tablet:[&>label]:size-10 max-tablet:[&>label]:justify-center'

/** Of the titles those that sort are left; the others say to screen readers alone what their cells are. */
function cardTitleClasses<Row>(column: Column<Row>, isHeading: boolean, isSorted: boolean): string {
  if (!isHeading && column.onCard === undefined) return 'max-tablet:hidden'
  return isSorted && column.isSortable === true
    ? 'max-tablet:flex max-tablet:h-auto max-tablet:items-center max-tablet:border-b-0 max-tablet:px-0 max-tablet:[&>button]:touch:h-10'
    : 'max-tablet:sr-only'
}

function cardCellClasses<Row>({ onCard }: Column<Row>, isHeading: boolean): string {
  if (!isHeading && onCard === undefined) return 'max-tablet:hidden'
  return classNames(
    'max-tablet:block max-tablet:h-auto max-tablet:max-w-full max-tablet:min-w-0 max-tablet:px-0 max-tablet:whitespace-normal max-tablet:empty:sr-only',
    isHeading && onCard !== 'beside' ? 'max-tablet:basis-full' : onCard !== undefined && cardPlaces[onCard],
  )
}

function ariaSort(column: string, sorting: TableSorting): 'none' | 'ascending' | 'descending' {
  if (sorting.column !== column) return 'none'
  return sorting.isDescending ? 'descending' : 'ascending'
}

function SortButton<Row>({ column, sorting }: { readonly column: Column<Row>; readonly sorting: TableSorting }) {
  const Arrow = sorting.isDescending ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(column.id)}
      className={classNames(
        '-mx-1 inline-flex h-6 items-center gap-1 rounded-small px-1 hover:bg-ground-3 hover:text-ink-1',
        sorting.column === column.id && 'text-ink-1',
      )}
    >
      {column.title}
      {sorting.column === column.id && <Arrow className="size-3 shrink-0" aria-hidden="true" />}
    </button>
  )
}

function visibilityOf<Row>({ isSecondary = false }: Column<Row>, hasCards: boolean): string | false {
  // What a card leaves out is another matter.
  if (hasCards) return isSecondary === 'wide' && 'tablet:max-desk:hidden'
  if (isSecondary === 'wide') return 'hidden desk:table-cell'
  return isSecondary && 'hidden tablet:table-cell'
}
