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
  /** The texts it held, in the order in which they were seen, where they are few and short; undefined for other types, and for many. */
  readonly texts?: readonly string[]
  /** The collection that its texts usually are ids of, as far as the schema was looked at. */
  readonly idOf?: string | undefined
}

/** Fields by their path as people write it. */
export type SeenFields = ReadonlyMap<string, SeenField>

/** Of more than so many documents the first are looked at. */
export const documentsLookedAt = 100
/** So many of documents, and so many of maps within them: a map with a name for each user takes no other field's place. */
const fieldsMax = 200
const depthMax = 3
/** More than so many are no choice of a few. */
const textsMax = 12
const textLengthMax = 24
/** A text that is one of a few is seen so often, on average. */
const seenEachMin = 2

/** What fields the documents have, those of maps among them; of many documents the first. */
export function seenFields(documents: readonly DocumentData[]): SeenFields {
  const counted = new Map<
    string,
    { readonly path: readonly string[]; readonly types: Map<ValueType, number>; readonly texts: Set<string> }
  >()
  const room = { outside: fieldsMax, inside: fieldsMax }
  const look = (fields: TypedFields, above: readonly string[]): void => {
    for (const [name, value] of fields) {
      const path = [...above, name]
      const key = formatFieldPath(path)
      const { types, texts } = counted.get(key) ?? { types: new Map<ValueType, number>(), texts: new Set<string>() }
      if (!counted.has(key)) {
        const place = above.length === 0 ? 'outside' : 'inside'
        if (room[place] === 0) continue
        room[place] -= 1
        counted.set(key, { path, types, texts })
      }
      types.set(value.kind, (types.get(value.kind) ?? 0) + 1)
      if (value.kind === 'string' && texts.size <= textsMax) texts.add(value.value)
      if (value.kind === 'map' && path.length < depthMax) look(value.fields, path)
    }
  }
  for (const data of documents.slice(0, documentsLookedAt)) {
    const map = fromSdk(data)
    if (map.kind === 'map') look(map.fields, [])
  }
  return new Map(
    [...counted].map(([key, { path, types, texts }]) => {
      const count = [...types.values()].reduce((sum, one) => sum + one, 0)
      const few = fewTexts(texts, types.get('string') ?? 0)
      return [key, { path, type: usualOf(types), count, ...(few !== undefined && { texts: few }) }]
    }),
  )
}

function fewTexts(texts: ReadonlySet<string>, count: number): readonly string[] | undefined {
  const isFew = texts.size > 0 && texts.size <= textsMax && count >= texts.size * seenEachMin
  return isFew && [...texts].every((text) => text !== '' && text.length <= textLengthMax) ? [...texts] : undefined
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
  if (news.length === 0) return before
  return new Map([...before, ...news.map(([key, field]) => [key, withTexts(before.get(key), field)] as const)])
}

/** What was seen first stays first: a text keeps its place, and so its colour. */
function withTexts(before: SeenField | undefined, fresh: SeenField): SeenField {
  if (before?.texts === undefined || fresh.texts === undefined) return fresh
  const texts = [...new Set([...before.texts, ...fresh.texts])]
  const { texts: _, ...rest } = fresh
  return texts.length > textsMax ? rest : { ...rest, texts }
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
