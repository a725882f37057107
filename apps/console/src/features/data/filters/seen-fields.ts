import type { DocumentData } from 'firebase/firestore'
import { formatFieldPath } from '@hearth/model/field-path'
import { fromSdk } from '../../../documents/values/sdk-value.ts'
import type { TypedFields, ValueType } from '../../../documents/values/typed-value.ts'
import { useCallback, useRef, useState } from 'react'

/** A field that documents of a collection have. */
export interface SeenField {
  readonly path: readonly string[]
  /** That most documents have; null where none has anything else. */
  readonly type: ValueType
  /** How many of the documents looked at have it. */
  readonly count: number
}

/** Fields by their path as people write it. */
export type SeenFields = ReadonlyMap<string, SeenField>

/** Of more than so many documents the first are looked at. */
export const documentsLookedAt = 100
const fieldsMax = 200
const depthMax = 3

/** What fields the documents have, those of maps among them; of many documents the first. */
export function seenFields(documents: readonly DocumentData[]): SeenFields {
  const counted = new Map<string, { readonly path: readonly string[]; readonly types: Map<ValueType, number> }>()
  const look = (fields: TypedFields, above: readonly string[]): void => {
    for (const [name, value] of fields) {
      const path = [...above, name]
      const key = formatFieldPath(path)
      const { types } = counted.get(key) ?? { types: new Map<ValueType, number>() }
      if (!counted.has(key)) {
        if (counted.size >= fieldsMax) continue
        counted.set(key, { path, types })
      }
      types.set(value.kind, (types.get(value.kind) ?? 0) + 1)
      if (value.kind === 'map' && path.length < depthMax) look(value.fields, path)
    }
  }
  for (const data of documents.slice(0, documentsLookedAt)) {
    const map = fromSdk(data)
    if (map.kind === 'map') look(map.fields, [])
  }
  return new Map(
    [...counted].map(([key, { path, types }]) => {
      const count = [...types.values()].reduce((sum, one) => sum + one, 0)
      return [key, { path, type: usualOf(types), count }]
    }),
  )
}

/** Of several that are as usual, the one that was seen first. */
function usualOf(types: ReadonlyMap<ValueType, number>): ValueType {
  const [usual] = [...types].toSorted(([one, count], [other, otherCount]) =>
    (one === 'null') === (other === 'null') ? otherCount - count : one === 'null' ? 1 : -1,
  )
  return usual?.[0] ?? 'null'
}

/** Both together, and what was known before itself where nothing is new. A field counts as often as it was seen at once. */
export function withSeen(before: SeenFields, fresh: SeenFields): SeenFields {
  const news = [...fresh].filter(([key, { count }]) => count > (before.get(key)?.count ?? 0))
  return news.length === 0 ? before : new Map([...before, ...news])
}

const columnsUsual = 5

/**
 * The columns of a table that nobody has chosen any for: what most documents have, simple values first; before them the fields of the
 * query that are not among these, so that one sees why the documents are there and in this order.
 */
export function usualColumns(seen: SeenFields, query: readonly string[] = []): readonly string[] {
  const usual = [...seen]
    .filter(([, { path }]) => path.length === 1)
    .toSorted(([, one], [, other]) => weight(other) - weight(one))
    .map(([key]) => key)
  const shown = usual.slice(0, columnsUsual)
  const before = [...new Set(query)].filter((field) => !shown.includes(field))
  return [...before, ...shown.slice(0, Math.max(1, columnsUsual - before.length))]
}

function weight({ type, count }: SeenField): number {
  return type === 'map' || type === 'array' || type === 'bytes' || type === 'vector' ? count / 2 : count
}

const nothing: SeenFields = new Map()

/** The fields seen in a collection since it was opened: a query that finds nothing doesn't make them forgotten. */
export function useSeenFields(collection: string): {
  readonly seen: SeenFields
  readonly look: (documents: readonly DocumentData[]) => void
} {
  const [known, setKnown] = useState({ collection, seen: nothing })
  const latest = useRef(known)
  const look = useCallback(
    (documents: readonly DocumentData[]): void => {
      const before = latest.current.collection === collection ? latest.current.seen : nothing
      const seen = withSeen(before, seenFields(documents))
      // React keeps what it is told, also where nothing changes, until it renders next: an hour of changes would add up.
      if (seen === before && latest.current.collection === collection) return
      latest.current = { collection, seen }
      setKnown(latest.current)
    },
    [collection],
  )
  return { seen: known.collection === collection ? known.seen : nothing, look }
}
