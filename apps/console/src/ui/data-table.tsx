import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
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
}

/** A plain table: rows of one height, hairlines, a heading that stays. Bounded lists only; long ones are virtual. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, headingColumn = columns[0]?.id, sorting, selection } = props
  const chosen = selection === undefined ? 0 : rows.filter((row) => selection.keys.has(rowKey(row))).length
  return (
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto outline-offset-[-2px]">
      <table className="w-full border-collapse text-table">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {selection !== undefined && (
              <th scope="col" className="h-8 w-10 border-b border-line pl-4 text-left">
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
                scope="col"
                {...(column.isSortable === true &&
                  sorting !== undefined && { 'aria-sort': ariaSort(column.id, sorting) })}
                className={classNames(
                  'h-8 border-b border-line px-3 tablet:px-4 text-small font-medium whitespace-nowrap text-ink-2',
                  column.isNumber === true ? 'text-right' : 'text-left',
                  visibilityOf(column),
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
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={classNames(
                'border-b border-line last:border-b-0',
                selection?.keys.has(rowKey(row)) === true ? 'bg-ember-wash' : 'hover:bg-ground-2',
              )}
            >
              {selection !== undefined && (
                <td className="h-(--row) w-10 pl-4">
                  <Checkbox
                    label={selection.rowLabel(row)}
                    isSelected={selection.keys.has(rowKey(row))}
                    onChange={() => selection.onToggle(rowKey(row))}
                  />
                </td>
              )}
              {columns.map((column) => {
                const Cell = column.id === headingColumn ? 'th' : 'td'
                return (
                  <Cell
                    key={column.id}
                    {...(Cell === 'th' && { scope: 'row' })}
                    className={classNames(
                      'h-(--row) max-w-[80vw] tablet:max-w-80 px-3 tablet:px-4 text-left font-normal whitespace-nowrap',
                      column.isNumber === true && 'text-right font-mono text-code',
                      visibilityOf(column),
                    )}
                  >
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

function visibilityOf<Row>({ isSecondary = false }: Column<Row>): string | false {
  if (isSecondary === 'wide') return 'hidden desk:table-cell'
  return isSecondary && 'hidden tablet:table-cell'
}
