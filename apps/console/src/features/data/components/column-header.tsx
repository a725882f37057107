import { ArrowDown, ArrowUp } from 'lucide-react'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { classNames } from '../../../ui/class-names.ts'
import { isNumberType } from '../../../documents/values/typed-value.ts'
import type { DocumentGridProps } from './document-grid-props.ts'
import type { GridColumn } from '../columns/grid-column.ts'

/** The name of a column of the table; pressed it sorts by it. */
export function ColumnHeader({
  column,
  ordering,
  orderedBy,
  onSort,
}: Pick<DocumentGridProps, 'ordering' | 'orderedBy' | 'onSort'> & { readonly column: GridColumn }) {
  const { field, type } = column
  const isOrdered = orderedBy === field
  const isDescending = ordering?.isDescending === true
  return (
    <span
      role="columnheader"
      aria-sort={!isOrdered ? 'none' : isDescending ? 'descending' : 'ascending'}
      className={classNames('flex min-w-0 px-2', isNumberType(type) && 'justify-end')}
    >
      <button
        type="button"
        aria-label={queryTexts.sortBy(field)}
        title={field}
        onClick={() => onSort(field)}
        className={classNames(
          '-mx-1 flex h-6 max-w-full items-center gap-1 rounded-small px-1 hover:bg-ground-3 hover:text-ink-1',
          isOrdered && 'text-ink-1',
        )}
      >
        <bdi className="truncate">{field}</bdi>
        {isOrdered &&
          (isDescending ? (
            <ArrowDown className="size-3 shrink-0" aria-hidden="true" />
          ) : (
            <ArrowUp className="size-3 shrink-0" aria-hidden="true" />
          ))}
      </button>
    </span>
  )
}
