import { useEffect, useRef, useSyncExternalStore, type CSSProperties, type ReactNode } from 'react'
import type { QueryDocumentSnapshot } from 'firebase/firestore'
import { deniedClasses, judgedProps } from '../../../shared/see-as/judged-row.ts'
import { seeAsTexts } from '../../../texts/en/see-as.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { classNames } from '../../../ui/class-names.ts'
import type { CellMarks } from '../cells/cell-edits.ts'
import type { GridColumn } from '../columns/grid-column.ts'
import { useOpenRow, useVisibleRows } from '../window/use-visible-rows.ts'
import { CellContent, type CellLook, Face } from './cell-content.tsx'
import type { DocumentGridProps } from './document-grid-props.ts'
import { valueIn } from './document-row.tsx'

interface DocumentListProps extends Pick<
  DocumentGridProps,
  | 'label'
  | 'size'
  | 'documentAt'
  | 'onShow'
  | 'columns'
  | 'look'
  | 'openId'
  | 'hrefOf'
  | 'isGone'
  | 'onOpen'
  | 'verdictOf'
> {
  /** What is typed and not saved. */
  readonly marks: CellMarks
}

/**
 * Documents in two lines each, for a phone: what names them, with the first field of a few texts, and below it the next two by their names.
 * They are edited where they open.
 */
export function DocumentList({ label, size, documentAt, onShow, columns, openId, onOpen, ...row }: DocumentListProps) {
  const list = useRef<HTMLDivElement>(null)
  const { first, end, rowHeight, reveal } = useVisibleRows(list, size)
  useEffect(() => onShow(first, end), [onShow, first, end])
  useOpenRow({
    openId,
    size,
    idAt: (at) => documentAt(at)?.id,
    first,
    cellAt: (at) => list.current?.querySelector<HTMLElement>(`[data-row="${at}"]`) ?? undefined,
    reveal,
  })
  const [name, ...others] = columns
  const state = others.find(({ kinds }) => kinds !== undefined)
  const told = others.filter((column) => column !== state).slice(0, 2)
  const style = { paddingTop: first * rowHeight, paddingBottom: (size - end) * rowHeight } as CSSProperties
  return (
    <div ref={list}>
      <div data-rows role="list" aria-label={label} style={style}>
        {Array.from({ length: end - first }, (_, at) => first + at).map((at) => {
          const document = documentAt(at)
          return document === undefined ? (
            <div
              key={at}
              data-row={at}
              role="listitem"
              aria-busy="true"
              aria-setsize={size}
              aria-posinset={at + 1}
              className="grid h-16 content-center gap-2 border-b border-line px-4 before:h-3 before:w-1/2 before:rounded-full before:bg-ground-3 after:h-2 after:w-3/4 after:rounded-full after:bg-ground-3"
            />
          ) : (
            <ListRow
              key={document.id}
              {...row}
              document={document}
              at={at}
              size={size}
              name={name}
              state={state}
              told={told}
              onOpen={onOpen}
            />
          )
        })}
      </div>
    </div>
  )
}

interface ListRowProps extends Omit<
  DocumentListProps,
  'label' | 'size' | 'documentAt' | 'onShow' | 'columns' | 'openId'
> {
  readonly document: QueryDocumentSnapshot
  readonly at: number
  readonly size: number
  readonly name: GridColumn | undefined
  readonly state: GridColumn | undefined
  readonly told: readonly GridColumn[]
}

function ListRow({
  document,
  at,
  size,
  name,
  state,
  told,
  look,
  hrefOf,
  isGone,
  verdictOf,
  marks,
  onOpen,
}: ListRowProps) {
  const { path } = document.ref
  const verdict = verdictOf?.(path)
  const isDenied = verdict?.isAllowed === false
  const marked = marks.get(path)
  const shown = (column: GridColumn | undefined): ReactNode => {
    if (column === undefined) return undefined
    const mark = marked?.get(column.field)
    const value = mark === undefined ? valueIn(document, column) : mark.value
    if (value === undefined) return undefined
    return value.kind === 'reference' && value.database === undefined ? (
      <ReferenceName path={value.path} look={look} />
    ) : (
      <CellContent value={value} look={look} kinds={isDenied ? undefined : column.kinds} mayToggle={false} />
    )
  }
  return (
    <div
      data-row={at}
      {...judgedProps(path, verdict)}
      role="listitem"
      aria-setsize={size}
      aria-posinset={at + 1}
      className={classNames('h-16 border-b border-line', isDenied && deniedClasses)}
    >
      <a
        href={hrefOf(document.id)}
        aria-description={isDenied ? seeAsTexts.notForThem : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          onOpen(document.id)
        }}
        className={classNames(
          'grid h-full content-center gap-1 px-4 outline-offset-[-2px] hover:bg-hover',
          (document.metadata.hasPendingWrites || marked !== undefined) && 'text-ink-3 italic',
          isGone?.(path) === true && 'text-ink-3 line-through',
        )}
      >
        <span className="flex min-w-0 items-center gap-2">
          <bdi className="min-w-0 truncate text-body font-semibold">
            {shown(name) ?? <span className="font-mono text-code">{visibleDirections(document.id)}</span>}
          </bdi>
          <span className="shrink-0 text-table">{shown(state)}</span>
        </span>
        <span className="flex min-w-0 gap-4 text-table text-ink-2">
          {told.map((column) => (
            <span key={column.field} className="flex min-w-0 items-center gap-1.5">
              <bdi className="shrink-0 text-small text-ink-3">{column.field}</bdi>
              <span className="min-w-0 truncate">{shown(column) ?? '–'}</span>
            </span>
          ))}
        </span>
      </a>
    </div>
  )
}

/** The name of the document that a reference leads to; the row itself is the link. */
function ReferenceName({ path, look: { names } }: { readonly path: string; readonly look: CellLook }) {
  const name = useSyncExternalStore(names.subscribe, () => names.nameOf(path))
  useEffect(() => names.want(path), [names, path])
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {name?.isPerson === true && <Face name={name.text} path={path} />}
      <bdi className="truncate">{name?.text ?? path}</bdi>
    </span>
  )
}
