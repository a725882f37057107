import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { cellTexts } from '../../../texts/en/data-cells.ts'
import { formatMoment } from '../../../texts/format.ts'
import { classNames } from '../../../ui/class-names.ts'
import { floatClasses } from '../../../ui/float.ts'
import { placeBeside } from '../../../ui/place-beside.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { findDocument } from '../../../documents/read-document.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { usualColumns } from '../columns/usual-columns.ts'
import type { SeenFields } from '../filters/seen-fields.ts'
import { Face, type CellLook, exactText } from './cell-content.tsx'

/** So many fields say what a document is. */
const fieldsMax = 6
const freshMs = 30_000

/** What a reference leads to: the name of the document and its most telling fields, beside the cell. Read anew after half a minute. */
export function ReferencePeek({
  path,
  cell,
  look,
  onLeave,
  onStay,
}: {
  readonly path: string
  readonly cell: HTMLElement
  readonly look: CellLook
  /** The pointer is beyond it, or over it again. */
  readonly onLeave: () => void
  readonly onStay: () => void
}) {
  const database = useDatabase()
  const float = useRef<HTMLDivElement>(null)
  const { data, isPending, error } = useQuery({
    queryKey: [database.project.id, 'data', 'peek', database.id, path],
    queryFn: async ({ signal }) => (await findDocument(database, path, signal)) ?? null,
    staleTime: freshMs,
  })
  useLayoutEffect(() => {
    if (float.current !== null) placeBeside(float.current, cell)
  })
  const name = look.names.nameOf(path)
  const fields =
    data === undefined || data === null
      ? []
      : tellingFields(data.fields).filter(([, value]) => value.kind !== 'string' || value.value !== name?.text)
  return createPortal(
    <div
      ref={float}
      role="status"
      aria-label={cellTexts.peek(path)}
      onPointerEnter={onStay}
      onPointerLeave={onLeave}
      className={classNames(floatClasses, 'fixed z-40 w-72 max-w-[calc(100vw-1rem)] overflow-hidden p-3.5')}
    >
      <p className="flex items-center gap-2.5">
        {name?.isPerson === true && <Face name={name.text} path={path} />}
        <span className="min-w-0">
          {name !== undefined && (
            <span dir="auto" className="block truncate text-section font-medium">
              {name.text}
            </span>
          )}
          <bdi className="block truncate font-mono text-small text-ink-2">{path}</bdi>
        </span>
      </p>
      {isPending ? (
        <Skeleton rows={3} />
      ) : error !== null || data === null ? (
        <p className="mt-2 text-table text-ink-2">{error === null ? cellTexts.noDocument : messageOfRead(error)}</p>
      ) : (
        <dl className="mt-2.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-t border-line pt-2.5 text-table">
          {fields.slice(0, fieldsMax).map(([field, value]) => (
            <div key={field} className="contents">
              <dt className="max-w-28 truncate text-ink-3">
                <bdi>{field}</bdi>
              </dt>
              <dd dir="auto" className="truncate">
                {value.kind === 'timestamp' ? formatMoment(value.micros, look.clock === 'utc') : exactText(value)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>,
    document.body,
  )
}

/** In the order of the columns of a table; maps and lists say little in a few words. */
function tellingFields(fields: ReadonlyMap<string, TypedValue>): readonly (readonly [string, TypedValue])[] {
  const seen: SeenFields = new Map(
    [...fields].map(([name, value]) => [name, { path: [name], type: value.kind, count: 1 }]),
  )
  return usualColumns(seen).flatMap((name) => {
    const value = fields.get(name)
    return value === undefined || value.kind === 'map' || value.kind === 'array' ? [] : [[name, value] as const]
  })
}
