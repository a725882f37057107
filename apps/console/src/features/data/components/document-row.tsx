import { type QueryDocumentSnapshot, snapshotEqual } from 'firebase/firestore'
import { memo } from 'react'
import { cellTexts } from '../../../texts/en/data-cells.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { classNames } from '../../../ui/class-names.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { RowCheckbox } from '../../../ui/checkbox.tsx'
import { useGlow } from '../use-glow.ts'
import { formatLocalTime } from '../../../documents/values/local-time.ts'
import { preview } from '../../../documents/values/preview.ts'
import { fromSdk } from '../../../documents/values/sdk-value.ts'
import { isOperation, type TypedValue } from '../../../documents/values/typed-value.ts'
import type { CellMark } from '../cells/cell-edits.ts'
import type { Selection } from '../use-selection.ts'
import type { GridColumn } from '../columns/grid-column.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'

interface DocumentRowProps {
  readonly document: QueryDocumentSnapshot
  readonly row: number
  readonly columns: readonly GridColumn[]
  /** The address of a document by its id. Stays the same function, as the router's own links cost too much here. */
  readonly hrefOf: (id: string) => string
  /** The widths of the columns, the same in every row. */
  readonly template: string
  readonly isOpen: boolean
  /** Whether Tab comes to this row; the arrow keys reach the others. */
  readonly isTabStop: boolean
  readonly isSelected: boolean
  /** The server has deleted it; the list is about to drop it. */
  readonly isGone: boolean
  /** undefined where nothing may be selected. */
  readonly onToggle: Selection['toggle'] | undefined
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

function PlainRow(props: DocumentRowProps) {
  const { document, row, columns, hrefOf, template, isOpen, isTabStop, isSelected, isGone, onToggle, marks } = props
  return (
    <div
      data-row
      role="row"
      aria-rowindex={row + 2}
      aria-selected={isSelected}
      style={{ gridTemplateColumns: template }}
      className={classNames(
        'grid h-(--row) items-center border-b border-line text-table contain-content touch:h-11',
        isOpen ? 'bg-ember-wash' : 'hover:bg-ground-2',
        isSelected && !isOpen && 'bg-ground-3',
        document.metadata.hasPendingWrites && 'text-ink-3 italic',
        isGone && 'text-ink-3 line-through',
      )}
    >
      {onToggle !== undefined && (
        <span role="gridcell" className="grid h-full place-items-center">
          <RowCheckbox
            label={queryTexts.select(document.id)}
            isSelected={isSelected}
            onToggle={(event) => onToggle(document.ref.path, event.shiftKey)}
            excludeFromTabOrder
          />
        </span>
      )}
      <span role="rowheader" aria-readonly="true" className="min-w-0 self-stretch font-mono text-code">
        <a
          href={hrefOf(document.id)}
          data-cell={`${row},0`}
          tabIndex={isTabStop ? 0 : -1}
          aria-current={isOpen ? 'true' : undefined}
          title={visibleDirections(document.id)}
          aria-label={isGone ? queryTexts.gone(visibleDirections(document.id)) : visibleDirections(document.id)}
          className="flex h-full items-center px-2 outline-offset-[-2px]"
        >
          <bdi className="flex min-w-0">
            <MiddleTruncated text={document.id} />
          </bdi>
        </a>
      </span>
      {columns.map((column, at) => (
        <Cell
          key={column.field}
          value={valueIn(document, column)}
          mark={marks?.get(column.field)}
          place={`${row},${at + 1}`}
        />
      ))}
    </div>
  )
}

/** A text of so many characters is never cut, so it needs no tooltip. */
const surelyWhole = 9

/** To the last digit and in UTC, instead of the time of this machine to the second. */
const exactOnFocus = 'focus:after:content-[attr(data-exact)] focus:[&>bdi]:hidden'

function Cell({
  value: saved,
  mark,
  place,
}: {
  readonly value: TypedValue | undefined
  readonly mark: CellMark | undefined
  readonly place: string
}) {
  const value = mark === undefined ? saved : mark.value
  const exact = value === undefined ? '' : textOf(value)
  const text = value?.kind === 'timestamp' ? formatLocalTime(value.micros).replace(/\.\d+/, '') : exact
  const glow = useGlow(exact, mark !== undefined)
  // Beyond 2^53 the SDK's number is another one than the document has.
  const isRounded = value?.kind === 'double' && Number.isInteger(value.value) && !Number.isSafeInteger(value.value)
  const isNumber = value?.kind === 'integer' || value?.kind === 'double'
  return (
    <span
      role="gridcell"
      data-cell={place}
      tabIndex={-1}
      {...(mark?.isRefused === true && { 'aria-invalid': true })}
      {...(value?.kind === 'timestamp' && { 'data-exact': exact })}
      title={isRounded ? queryTexts.rounded : text === exact && text.length <= surelyWhole ? undefined : exact}
      className={classNames(
        'h-full content-center truncate px-2 outline-offset-[-2px] data-edited:outline-2 data-edited:outline-ember',
        mark !== undefined && (mark.isRefused ? 'text-crimson underline decoration-wavy' : 'text-ink-3 italic'),
        value?.kind === 'timestamp' && exactOnFocus,
        (value?.kind === 'null' || value?.kind === 'boolean') && 'text-ink-2',
        isNumber && 'text-right',
        value?.kind !== 'string' && 'font-mono text-code',
        // Two names of one animation: it begins anew when the other one comes.
        glow > 0 && (glow % 2 === 0 ? 'animate-glow' : 'animate-glow-again'),
      )}
    >
      {value?.kind === 'reference' ? (
        <bdi className="flex min-w-0">
          <MiddleTruncated text={text} />
        </bdi>
      ) : (
        <bdi>{isRounded ? `≈ ${text}` : text}</bdi>
      )}
      {mark !== undefined && <span className="sr-only"> {mark.isRefused ? cellTexts.notSaved : cellTexts.saving}</span>}
    </span>
  )
}

/** What the server works out is named: nobody knows yet what it comes to. */
function textOf(value: TypedValue): string {
  return isOperation(value) ? dataTexts.whenSaved(valueTexts.types[value.kind], preview(value)) : preview(value)
}

function valueIn(document: QueryDocumentSnapshot, { path }: GridColumn): TypedValue | undefined {
  const value: unknown = path && document.get(path, { serverTimestamps: 'estimate' })
  return value === undefined ? undefined : fromSdk(value)
}
