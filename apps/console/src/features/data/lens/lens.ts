import { formatFieldPath } from '@hearth/model/field-path'
import type { TypedFields, TypedValue, ValueType } from '../../../documents/values/typed-value.ts'
import type { SeenField, SeenFields } from '../filters/seen-fields.ts'

/** A field as the documents of a sample have it. */
export interface LensField {
  readonly path: readonly string[]
  /** The path as people write it. */
  readonly name: string
  /** Documents of the sample that have it. */
  readonly count: number
  /** The most usual first. */
  readonly types: readonly { readonly type: ValueType; readonly count: number }[]
  /** Its most usual texts, numbers and truths; none where nearly each document has another. */
  readonly values: readonly { readonly text: string; readonly count: number }[]
  /** All texts that it holds, where they are a few that come again and again. */
  readonly choices: readonly string[] | undefined
  /** The collections that its references lead to, those inside of a list too: `customers`, `customers/*\/orders`. */
  readonly leadsTo: readonly { readonly collection: string; readonly count: number }[]
  /** Texts of it, or of its list, that could be ids of other documents: some of those that were seen. */
  readonly ids: readonly string[]
  /** What a list holds, the most usual first. */
  readonly items: readonly ValueType[]
}

/** What the documents of a collection look like, as far as a sample tells. */
export interface Lens {
  readonly sampled: number
  /** The sample is the whole collection. */
  readonly isWhole: boolean
  /** In the order of their shares, fields of maps behind the map. */
  readonly fields: readonly LensField[]
}

const fieldsMax = 300
const depthMax = 4
/** Different values that are counted of a field; with more it has no usual ones. */
const valuesMax = 60
const valueLengthMax = 60
const valuesShown = 5
const choicesMax = 12
const choiceLengthMax = 24
/** A text that is one of a few is seen so often, on average. */
const choiceSeenMin = 2

const idsMax = 40
/** What ids of documents are like that apps keep as texts, without those that no document can have. */
const idLike = /^(?!\.\.?$|__.*__$)[^\s/]{2,128}$/

interface Counted {
  readonly path: readonly string[]
  count: number
  readonly types: Map<ValueType, number>
  readonly values: Map<string, number>
  readonly texts: Map<string, number>
  readonly leadsTo: Map<string, number>
  readonly ids: Set<string>
  readonly items: Map<ValueType, number>
}

/** Looks through the documents once; fields beyond some hundreds, and in maps deeper than four, are left out. */
export function lensOf(documents: readonly TypedFields[], isWhole: boolean): Lens {
  const counted = new Map<string, Counted>()
  const look = (fields: TypedFields, above: readonly string[]): void => {
    for (const [name, value] of fields) {
      const path = [...above, name]
      const key = formatFieldPath(path)
      const field = counted.get(key) ?? newField(path)
      if (!counted.has(key)) {
        if (counted.size >= fieldsMax) continue
        counted.set(key, field)
      }
      count(field, value)
      if (value.kind === 'map' && path.length < depthMax) look(value.fields, path)
    }
  }
  for (const fields of documents) look(fields, [])
  return { sampled: documents.length, isWhole, fields: inOrder([...counted].map(([name, one]) => fieldOf(name, one))) }
}

function newField(path: readonly string[]): Counted {
  const [types, values, texts, leadsTo, items] = [new Map(), new Map(), new Map(), new Map(), new Map()]
  return { path, count: 0, types, values, texts, leadsTo, ids: new Set(), items }
}

function count(field: Counted, value: TypedValue): void {
  field.count += 1
  add(field.types, value.kind)
  const text = textOf(value)
  if (text !== undefined && (field.values.has(text) || field.values.size <= valuesMax)) add(field.values, text)
  if (value.kind === 'string' && field.texts.size <= choicesMax) add(field.texts, value.value)
  for (const one of value.kind === 'array' ? value.values : [value]) {
    if (one.kind === 'reference' && one.database === undefined) add(field.leadsTo, collectionPattern(one.path))
    if (one.kind === 'string' && field.ids.size < idsMax && idLike.test(one.value)) field.ids.add(one.value)
    if (value.kind === 'array') add(field.items, one.kind)
  }
}

function fieldOf(name: string, { path, count: all, types, values, texts, leadsTo, ids, items }: Counted): LensField {
  const isUsual = values.size <= valuesMax && values.size < all
  const isFew = texts.size > 0 && texts.size <= choicesMax && all >= texts.size * choiceSeenMin
  const choices = [...texts.keys()]
  return {
    path,
    name,
    count: all,
    types: sorted(types).map(([type, number]) => ({ type, count: number })),
    values: isUsual
      ? sorted(values)
          .slice(0, valuesShown)
          .map(([text, number]) => ({ text, count: number }))
      : [],
    choices: isFew && choices.every((text) => text !== '' && text.length <= choiceLengthMax) ? choices : undefined,
    leadsTo: sorted(leadsTo).map(([collection, number]) => ({ collection, count: number })),
    ids: [...ids],
    items: sorted(items).map(([type]) => type),
  }
}

/** `customers` for `customers/ada`, `customers/*\/orders` for `customers/ada/orders/1`. */
export function collectionPattern(path: string): string {
  const ids = path.split('/').slice(0, -1)
  return ids.map((id, at) => (at % 2 === 0 ? id : '*')).join('/')
}

/** The lens as the table knows fields: for its columns, what it completes, and its colours. */
export function seenOf({ fields }: Lens): SeenFields {
  return new Map(
    fields.map(({ name, path, count: seen, types, choices }): [string, SeenField] => [
      name,
      {
        path,
        type: types.find(({ type }) => type !== 'null')?.type ?? 'null',
        count: seen,
        ...(choices !== undefined && { texts: choices }),
      },
    ]),
  )
}

function textOf(value: TypedValue): string | undefined {
  switch (value.kind) {
    case 'string':
      return value.value.length <= valueLengthMax ? value.value : undefined
    case 'boolean':
    case 'integer':
    case 'double':
      return String(value.value)
    default:
      return undefined
  }
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function sorted<Key>(counts: ReadonlyMap<Key, number>): [Key, number][] {
  return [...counts].toSorted(([, one], [, other]) => other - one)
}

function inOrder(fields: readonly LensField[]): readonly LensField[] {
  const top = fields.filter(({ path }) => path.length === 1).toSorted((one, other) => other.count - one.count)
  const below = (parent: LensField): LensField[] => {
    const inner = fields.filter(
      ({ path }) => path.length === parent.path.length + 1 && parent.path.every((name, at) => path[at] === name),
    )
    return [parent, ...inner.flatMap(below)]
  }
  return top.flatMap(below)
}
