import { useEffect, useSyncExternalStore } from 'react'
import { cellTexts } from '../../../texts/en/data-cells.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { formatMoment } from '../../../texts/format.ts'
import { classNames } from '../../../ui/class-names.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { preview } from '../../../documents/values/preview.ts'
import { isOperation, type TypedValue } from '../../../documents/values/typed-value.ts'
import { type Kinds, kindsOf } from '../columns/kinds.ts'
import type { ReferenceNames } from '../queries/reference-names.ts'
import type { Clock } from '../use-clock.ts'

/** What the cells of a table know beside their values; the same object until something of it changes. */
export interface CellLook {
  readonly clock: Clock
  readonly names: ReferenceNames
  /** The address of a document by its path. */
  readonly hrefOfPath: (path: string) => string
}

/** A value as a cell of the table shows it. */
export function CellContent({
  value,
  look,
  kinds,
  mayToggle,
}: {
  readonly value: TypedValue
  readonly look: CellLook
  readonly kinds: Kinds | undefined
  /** Whether a press on the switch turns it. */
  readonly mayToggle: boolean
}) {
  switch (value.kind) {
    case 'boolean':
      return <BooleanMark isOn={value.value} mayToggle={mayToggle} />
    case 'reference':
      return value.database === undefined ? (
        <ReferenceLink path={value.path} look={look} />
      ) : (
        <bdi>{exactText(value)}</bdi>
      )
    case 'timestamp':
      return formatMoment(value.micros, look.clock === 'utc')
    case 'map':
      return <MaybeFromRight text={mapText(value)} />
    case 'array':
      return cellTexts.items(value.values.length)
    case 'string': {
      const kind = kinds?.get(value.value)
      return kind === undefined ? (
        <MaybeFromRight text={exactText(value)} />
      ) : (
        <bdi
          className={classNames(
            'inline-block max-w-full truncate rounded-small px-1.5 align-middle text-small/5 font-medium',
            kind,
          )}
        >
          {value.value}
        </bdi>
      )
    }
    default:
      return isRounded(value) ? `≈ ${exactText(value)}` : exactText(value)
  }
}

const fromRight = /[\u0590-\u08ff\ufb1d-\ufefc]|\ud802|\ud803|\ud83a|\ud83b/

/** Of what is read from the right the end is cut as well. All else is no element of its own, of which a table has as few as can be. */
function MaybeFromRight({ text }: { readonly text: string }) {
  return fromRight.test(text) ? (
    <span dir="auto" className="block truncate">
      {text}
    </span>
  ) : (
    text
  )
}

/** Beyond 2^53 the SDK's number is another one than the document has. */
export function isRounded(value: TypedValue | undefined): boolean {
  return value?.kind === 'double' && Number.isInteger(value.value) && !Number.isSafeInteger(value.value)
}

/** To the last digit and in UTC. What the server works out is named: nobody knows yet what it comes to. */
export function exactText(value: TypedValue): string {
  return isOperation(value) ? dataTexts.whenSaved(valueTexts.types[value.kind], preview(value)) : preview(value)
}

/** What stands first in a map says more than its braces. */
function mapText({ fields }: Extract<TypedValue, { kind: 'map' }>): string {
  const first = [...fields.values()].find((inner) => inner.kind === 'string' && inner.value !== '')
  if (first?.kind !== 'string') return cellTexts.fields(fields.size)
  return fields.size === 1 ? first.value.slice(0, 60) : cellTexts.andMore(first.value.slice(0, 60), fields.size - 1)
}

function BooleanMark({ isOn, mayToggle }: { readonly isOn: boolean; readonly mayToggle: boolean }) {
  return (
    <span {...(mayToggle && { 'data-toggle': '' })} className="inline-flex h-full items-center">
      <span
        aria-hidden="true"
        className={classNames(
          'flex h-3.5 w-6 items-center rounded-full p-0.5 before:size-2.5 before:rounded-full before:bg-ground-1',
          isOn ? 'justify-end bg-moss' : 'bg-line-control',
        )}
      />
      <span className="sr-only">{String(isOn)}</span>
    </span>
  )
}

function ReferenceLink({ path, look }: { readonly path: string; readonly look: CellLook }) {
  const { names } = look
  const name = useSyncExternalStore(names.subscribe, () => names.nameOf(path))
  useEffect(() => names.want(path), [names, path])
  return (
    <a
      href={look.hrefOfPath(path)}
      tabIndex={-1}
      data-follow={path}
      className="flex max-w-full min-w-0 items-center gap-1.5 text-sky hover:underline"
    >
      {name?.isPerson === true && <Face name={name.text} path={path} />}
      {name === undefined ? (
        <span className="flex min-w-0 font-mono text-code">
          <MiddleTruncated text={path} />
        </span>
      ) : (
        <span dir="auto" className="truncate">
          {name.text}
        </span>
      )}
    </a>
  )
}

/** The first letters of a name, in a colour that the document keeps. */
export function Face({ name, path }: { readonly name: string; readonly path: string }) {
  const letters = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-5 shrink-0 place-items-center rounded-full text-[9px] font-semibold select-none',
        kindsOf('', [path]).get(path),
      )}
    >
      {letters}
    </span>
  )
}
