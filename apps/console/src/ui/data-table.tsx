import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface Column<Row> {
  readonly id: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand at the end, in figures of one width. */
  readonly isNumber?: boolean
  /** Hidden on phones. */
  readonly isSecondary?: boolean
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Names the row: the first column unless told otherwise. */
  readonly headingColumn?: string
}

/** A plain table: rows of one height, hairlines, a heading that stays. Bounded lists only; long ones are virtual. */
export function DataTable<Row>({ label, columns, rows, rowKey, headingColumn = columns[0]?.id }: DataTableProps<Row>) {
  return (
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto outline-offset-[-2px]">
      <table className="w-full border-collapse text-table">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={classNames(
                  'h-8 border-b border-line px-4 text-small font-medium whitespace-nowrap text-ink-2',
                  column.isNumber === true ? 'text-right' : 'text-left',
                  column.isSecondary === true && 'hidden tablet:table-cell',
                )}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line last:border-b-0 hover:bg-ground-2">
              {columns.map((column) => {
                const Cell = column.id === headingColumn ? 'th' : 'td'
                return (
                  <Cell
                    key={column.id}
                    {...(Cell === 'th' && { scope: 'row' })}
                    className={classNames(
                      'h-(--row) max-w-[80vw] tablet:max-w-80 px-4 text-left font-normal whitespace-nowrap',
                      column.isNumber === true && 'text-right font-mono text-code',
                      column.isSecondary === true && 'hidden tablet:table-cell',
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
