import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { decodeFields } from '../../../documents/values/wire-value.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { batchGet } from '../queries/batch-get.ts'
import { listCollections } from '../queries/data-queries.ts'
import { readPages } from '../queries/read-pages.ts'
import { type SeenFields, withSeen } from '../filters/seen-fields.ts'
import { type FindDocuments, findIdRelations, type IdRelation } from './id-relations.ts'
import { type Lens, lensOf, seenOf } from './lens.ts'

/** Documents from each end of a collection: what was made first looks other than what was made last where ids tell. */
const fromEachEnd = 200
/** Of each of many collections. */
const fromEachEndOfMany = 20
const collectionsMax = 30
/** Calls that look for documents by texts that could be their ids: for one collection, or for the map of all. */
const lookUpsMax = 40
const freshMs = 5 * 60_000
/** What is known of a collection serves the table until the tab is left alone for long. */
const keptMs = 60 * 60_000

/** Where the references of a collection lead, and its texts that are ids. */
export interface Relation {
  readonly from: string
  readonly field: string
  readonly to: string
  /** References of the sample. */
  readonly count: number
}

/** What the documents of a collection look like, from a sample. */
export function useLens(collection: string) {
  return useQuery(lensQuery(useDatabase(), collection))
}

/** Which fields of texts hold ids of documents of other collections, by their names. Looked up once the sample is there. */
export function useIdRelations(collection: string, lens: Lens | undefined) {
  return useQuery(idsQuery(useDatabase(), collection, lens))
}

/** Fields that were seen, with what is known of the collection by its lens where somebody has looked through it. */
export function useSeenWithLens(collection: string | undefined, seen: SeenFields): SeenFields {
  const database = useDatabase()
  const { data } = useQuery({ ...lensQuery(database, collection ?? ''), enabled: false })
  const { data: ids } = useQuery({ ...idsQuery(database, collection ?? '', undefined), enabled: false })
  return useMemo(() => {
    if (data === undefined || collection === undefined) return seen
    const known = withSeen(seen, seenOf(data))
    if (ids === undefined || ids.size === 0) return known
    return new Map([...known].map(([name, field]) => [name, { ...field, idOf: ids.get(name)?.collection }] as const))
  }, [collection, data, ids, seen])
}

function idsQuery(database: ProjectDatabase, collection: string, lens: Lens | undefined) {
  return {
    queryKey: [database.project.id, 'data', 'lens-ids', database.id, collection],
    queryFn: async (): Promise<ReadonlyMap<string, IdRelation>> => {
      if (lens === undefined) return new Map()
      const collections = await listCollections(database, '')
      return await findIdRelations(lens, collections, finderIn(database), { left: lookUpsMax })
    },
    enabled: lens !== undefined,
    staleTime: freshMs,
    gcTime: keptMs,
  }
}

/** Of what is there next to nothing is read. */
function finderIn(database: ProjectDatabase): FindDocuments {
  return async (paths) => {
    const found = await batchGet(database, paths, ['id'])
    return new Set(found.map(({ path }) => path))
  }
}

function lensQuery(database: ProjectDatabase, collection: string) {
  return {
    queryKey: [database.project.id, 'data', 'lens', database.id, collection],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
      await readLens(database, collection, fromEachEnd, signal),
    staleTime: freshMs,
    gcTime: keptMs,
  }
}

/** What references lead from which collection to which, by a small sample of each; `isCut`: there are more collections. */
export function useRelations(collections: readonly string[]) {
  const database = useDatabase()
  return useQuery({
    queryKey: [database.project.id, 'data', 'relations', database.id, collections],
    queryFn: async ({ signal }): Promise<{ readonly relations: readonly Relation[]; readonly isCut: boolean }> => {
      const relations: Relation[] = []
      const lookUps = { left: lookUpsMax }
      for (const from of collections.slice(0, collectionsMax)) {
        const lens = await readLens(database, from, fromEachEndOfMany, signal)
        const ids = await findIdRelations(lens, collections, finderIn(database), lookUps)
        for (const [field, { collection, found }] of ids) relations.push({ from, field, to: collection, count: found })
        for (const { name, leadsTo } of lens.fields) {
          for (const { collection, count } of leadsTo) relations.push({ from, field: name, to: collection, count })
        }
      }
      return { relations, isCut: collections.length > collectionsMax }
    },
    staleTime: freshMs,
  })
}

async function readLens(
  database: ProjectDatabase,
  collection: string,
  each: number,
  signal: AbortSignal,
): Promise<Lens> {
  const first = await readEnd(database, collection, 'ASCENDING', each, signal)
  if (first.size < each) return lensOf([...first.values()], true)
  const last = await readEnd(database, collection, 'DESCENDING', each, signal)
  const both = new Map([...first, ...last])
  return lensOf([...both.values()], both.size < 2 * each)
}

async function readEnd(
  database: ProjectDatabase,
  collection: string,
  direction: 'ASCENDING' | 'DESCENDING',
  limit: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TypedFields>> {
  const query = {
    from: [{ collectionId: collection.split('/').at(-1) ?? '' }],
    orderBy: [{ field: { fieldPath: '__name__' }, direction }],
  }
  const found = new Map<string, TypedFields>()
  for await (const { documents } of readPages({ database, collection, query, limit, signal })) {
    for (const { path, fields } of documents) found.set(path, decodeFields(fields, database.root))
  }
  return found
}
