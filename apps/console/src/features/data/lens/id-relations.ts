import type { Lens, LensField } from './lens.ts'

/** A field whose texts usually are ids of documents of a collection. */
export interface IdRelation {
  readonly collection: string
  /** Of the texts that were looked up, those that are. */
  readonly found: number
  readonly asked: number
}

/** Which of these documents are there, by their paths. */
export type FindDocuments = (paths: readonly string[]) => Promise<ReadonlySet<string>>

/** Bounds of look-ups; all that is looked through with one of them share it. */
export interface LookUps {
  left: number
}

/** Texts with which the collection is found that has them. */
const tried = 4
/** What one look-up may ask for. */
const pathsMax = 200
const collectionsMax = 30
const fieldsMax = 8
/** A text or two may be an id by chance. */
const foundMin = 2
const shareMin = 0.5

/**
 * Which fields of texts lead to which of the collections, by their names as people write them: a few texts of a field are looked up in each
 * collection, and then all that the sample kept in the one that has most of them.
 */
export async function findIdRelations(
  { fields }: Lens,
  collections: readonly string[],
  find: FindDocuments,
  lookUps: LookUps,
): Promise<ReadonlyMap<string, IdRelation>> {
  const relations = new Map<string, IdRelation>()
  const known = collections.slice(0, collectionsMax)
  const candidates = fields.filter(({ ids }) => ids.length >= foundMin).toSorted(namedFirst)
  for (const { name, ids } of candidates.slice(0, fieldsMax)) {
    if (lookUps.left < 2 || known.length === 0) break
    lookUps.left -= 1
    const some = ids.slice(0, Math.min(tried, Math.floor(pathsMax / known.length)))
    const there = await find(known.flatMap((collection) => some.map((id) => `${collection}/${id}`)))
    const hits = (collection: string): number => some.filter((id) => there.has(`${collection}/${id}`)).length
    const [most] = known.toSorted((one, other) => hits(other) - hits(one))
    if (most === undefined || hits(most) === 0) continue
    lookUps.left -= 1
    const all = await find(ids.map((id) => `${most}/${id}`))
    if (all.size >= foundMin && all.size >= ids.length * shareMin) {
      relations.set(name, { collection: most, found: all.size, asked: ids.length })
    }
  }
  return relations
}

/** Those first that say by their name what they are: `customerId`, `owner_uid`, `memberIds`. */
function namedFirst(one: LensField, other: LensField): number {
  return Number(saysId(other)) - Number(saysId(one))
}

function saysId({ path }: LensField): boolean {
  return /(?:id|uid|key|ref)s?$/i.test(path.at(-1) ?? '')
}
