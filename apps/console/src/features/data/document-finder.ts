import * as z from 'zod/mini'
import { databaseQuery } from '../../shared/databases/database-search.ts'
import { defaultDatabase } from '../../backend/default-database.ts'
import { documentsUrl, type ProjectDatabase } from '../../documents/project-database.ts'
import { encodePath, isId } from '../../documents/data-path.ts'
import { type Finding, findingsMax } from '../../shared/palette/finding.ts'

/** As many ids as the server gives at once, and how often they are asked for: collections by the hundred thousand are beyond a list. */
const collectionsAtOnce = 1_000
const collectionPagesMax = 20
/** Whole ids are looked for in so many collections more. */
const collectionsByWholeId = 90

const collectionsAnswer = z.object({
  collectionIds: z.optional(z.array(z.string())),
  nextPageToken: z.optional(z.string()),
})
const queryAnswer = z.array(z.object({ document: z.optional(z.object({ name: z.string() })) }))
const getAnswer = z.array(z.object({ found: z.optional(z.object({ name: z.string() })) }))

/**
 * Collections and documents of one database. A text with a slash is a path whose last part may be a beginning; one without is the name of a
 * collection, or the id of a document in one that lies at the root or is open.
 */
export class DocumentFinder {
  readonly #database: ProjectDatabase
  readonly #openCollection: string | undefined
  readonly #collectionsByBeginning: number
  #rootCollections: Promise<readonly string[]> | undefined

  constructor(
    database: ProjectDatabase,
    options: {
      /** Looked through first; may lie anywhere. */
      readonly openCollection?: string | undefined
      /** Ids are looked for by their beginning in so many collections. */
      readonly collectionsByBeginning: number
    },
  ) {
    this.#database = database
    this.#openCollection = options.openCollection
    this.#collectionsByBeginning = options.collectionsByBeginning
  }

  async find(path: string, signal: AbortSignal): Promise<readonly Finding[]> {
    return path.includes('/') ? await this.#findByPath(path, signal) : await this.#findByName(path, signal)
  }

  async #findByPath(path: string, signal: AbortSignal): Promise<readonly Finding[]> {
    const segments = path.split('/')
    const beginning = segments.pop() ?? ''
    if (!segments.every(isId)) return []
    const parent = segments.join('/')
    if (segments.length % 2 === 1) {
      return (await this.#documentsIn(parent, beginning, signal)).map((found) => this.#finding('document', found))
    }
    return (await this.#collectionsBelow(parent, signal))
      .filter((id) => id.startsWith(beginning))
      .slice(0, findingsMax)
      .map((id) => this.#finding('collection', `${parent}/${id}`))
  }

  async #findByName(text: string, signal: AbortSignal): Promise<readonly Finding[]> {
    const root = await this.#collectionsOfRoot()
    const all = this.#openCollection === undefined ? root : [...new Set([this.#openCollection, ...root])]
    const sought = text.toLowerCase()
    const collections = root.filter((id) => id.toLowerCase().includes(sought)).slice(0, findingsMax)
    const byBeginning = all.slice(0, this.#collectionsByBeginning)
    const byWholeId = all.slice(byBeginning.length, byBeginning.length + collectionsByWholeId)
    const documents = await Promise.all([
      ...byBeginning.map(async (collection) => await this.#documentsIn(collection, text, signal)),
      this.#documentsNamed(byWholeId, text, signal),
    ])
    return [
      ...collections.map((id) => this.#finding('collection', id)),
      ...documents
        .flat()
        .slice(0, findingsMax)
        .map((path) => this.#finding('document', path)),
    ]
  }

  /** The same for each text while the palette is open, so it is asked for once, whatever is typed on. */
  #collectionsOfRoot(): Promise<readonly string[]> {
    this.#rootCollections ??= this.#collectionsBelow('').catch((thrown: unknown) => {
      this.#rootCollections = undefined
      throw thrown
    })
    return this.#rootCollections
  }

  async #collectionsBelow(parent: string, signal?: AbortSignal): Promise<readonly string[]> {
    const all: string[] = []
    let pageToken = ''
    for (let page = 0; page < collectionPagesMax; page += 1) {
      const { collectionIds = [], nextPageToken = '' } = await this.#database.project.call({
        method: 'POST',
        path: `${documentsUrl(this.#database)}${parent === '' ? '' : `/${encodePath(parent)}`}:listCollectionIds`,
        body: { pageSize: collectionsAtOnce, ...(pageToken !== '' && { pageToken }) },
        answer: collectionsAnswer,
        ...(signal !== undefined && { signal }),
      })
      all.push(...collectionIds)
      if (nextPageToken === '') break
      pageToken = nextPageToken
    }
    return all
  }

  async #documentsIn(collection: string, beginning: string, signal: AbortSignal): Promise<string[]> {
    if (beginning !== '' && !isId(beginning)) return []
    const parent = collection.includes('/') ? `/${encodePath(collection.slice(0, collection.lastIndexOf('/')))}` : ''
    const rows = await this.#database.project.call({
      method: 'POST',
      path: `${documentsUrl(this.#database)}${parent}:runQuery`,
      body: {
        structuredQuery: {
          from: [{ collectionId: collection.slice(collection.lastIndexOf('/') + 1) }],
          select: { fields: [{ fieldPath: '__name__' }] },
          ...(beginning !== '' && { where: idsBeginningWith(this.#database.root, collection, beginning) }),
          orderBy: [{ field: { fieldPath: '__name__' } }],
          limit: findingsMax,
        },
      },
      answer: queryAnswer,
      signal,
    })
    return rows.flatMap(({ document }) => (document === undefined ? [] : [this.#pathOf(document.name)]))
  }

  async #documentsNamed(collections: readonly string[], id: string, signal: AbortSignal): Promise<string[]> {
    if (collections.length === 0 || !isId(id)) return []
    const rows = await this.#database.project.call({
      method: 'POST',
      path: `${documentsUrl(this.#database)}:batchGet`,
      body: {
        documents: collections.map((collection) => `${this.#database.root}/${collection}/${id}`),
        mask: { fieldPaths: ['__name__'] },
      },
      answer: getAnswer,
      signal,
    })
    return rows.flatMap(({ found }) => (found === undefined ? [] : [this.#pathOf(found.name)]))
  }

  #pathOf(name: string): string {
    return name.slice(this.#database.root.length + 1)
  }

  #finding(kind: 'collection' | 'document', path: string): Finding {
    const { project, id } = this.#database
    return {
      kind,
      title: path,
      ...(id !== defaultDatabase && { detail: id }),
      href: `/projects/${encodeURIComponent(project.id)}/data/${encodePath(path)}${databaseQuery(id)}`,
    }
  }
}

/** Ids are ordered by their bytes, so all that begin alike lie between the beginning and the beginning with the last character. */
function idsBeginningWith(root: string, collection: string, beginning: string) {
  const condition = (op: string, id: string) => ({
    fieldFilter: { field: { fieldPath: '__name__' }, op, value: { referenceValue: `${root}/${collection}/${id}` } },
  })
  return {
    compositeFilter: {
      op: 'AND',
      filters: [
        condition('GREATER_THAN_OR_EQUAL', beginning),
        condition('LESS_THAN_OR_EQUAL', `${beginning}\u{10ffff}`),
      ],
    },
  }
}
