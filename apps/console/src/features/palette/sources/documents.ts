import * as z from 'zod/mini'
import { encodePath, isId } from '../../../documents/data-path.ts'
import { documentsRoot } from '../../../documents/values/wire-value.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { type Finding, findingsMax, type Source } from '../finding.ts'

/** Ids are looked for by their beginning in so many collections, and whole in so many more. */
const collectionsByBeginning = 6
const collectionsByWholeId = 90

const collectionsAnswer = z.object({ collectionIds: z.optional(z.array(z.string())) })
const queryAnswer = z.array(z.object({ document: z.optional(z.object({ name: z.string() })) }))
const getAnswer = z.array(z.object({ found: z.optional(z.object({ name: z.string() })) }))

/**
 * Collections and documents. A text with a slash is a path whose last part may be a beginning; one without is the name of a collection, or
 * the id of a document in one that lies at the root or is open.
 *
 * @param openCollection looked through first; may lie anywhere
 */
export function documentsSource(project: ProjectSession, openCollection: string | undefined): Source {
  const base = `/v1/${encodePath(documentsRoot(project.id))}`
  let rootCollections: Promise<readonly string[]> | undefined

  const collectionsBelow = async (parent: string, signal?: AbortSignal): Promise<readonly string[]> => {
    const { collectionIds } = await project.call({
      method: 'POST',
      path: `${base}${parent === '' ? '' : `/${encodePath(parent)}`}:listCollectionIds`,
      body: { pageSize: 300 },
      answer: collectionsAnswer,
      ...(signal !== undefined && { signal }),
    })
    return collectionIds ?? []
  }

  /** The same for each text while the palette is open, so it is asked for once, whatever is typed on. */
  const collectionsOfRoot = (): Promise<readonly string[]> => {
    rootCollections ??= collectionsBelow('').catch((thrown: unknown) => {
      rootCollections = undefined
      throw thrown
    })
    return rootCollections
  }

  const documentsIn = async (collection: string, beginning: string, signal: AbortSignal): Promise<string[]> => {
    if (beginning !== '' && !isId(beginning)) return []
    const parent = collection.includes('/') ? `/${encodePath(collection.slice(0, collection.lastIndexOf('/')))}` : ''
    const rows = await project.call({
      method: 'POST',
      path: `${base}${parent}:runQuery`,
      body: {
        structuredQuery: {
          from: [{ collectionId: collection.slice(collection.lastIndexOf('/') + 1) }],
          select: { fields: [{ fieldPath: '__name__' }] },
          ...(beginning !== '' && { where: idsBeginningWith(documentsRoot(project.id), collection, beginning) }),
          orderBy: [{ field: { fieldPath: '__name__' } }],
          limit: findingsMax,
        },
      },
      answer: queryAnswer,
      signal,
    })
    return rows.flatMap(({ document }) => (document === undefined ? [] : [pathOf(document.name)]))
  }

  const documentsNamed = async (collections: readonly string[], id: string, signal: AbortSignal): Promise<string[]> => {
    if (collections.length === 0 || !isId(id)) return []
    const rows = await project.call({
      method: 'POST',
      path: `${base}:batchGet`,
      body: {
        documents: collections.map((collection) => `${documentsRoot(project.id)}/${collection}/${id}`),
        mask: { fieldPaths: ['__name__'] },
      },
      answer: getAnswer,
      signal,
    })
    return rows.flatMap(({ found }) => (found === undefined ? [] : [pathOf(found.name)]))
  }

  const pathOf = (name: string): string => name.slice(documentsRoot(project.id).length + 1)
  const finding = (kind: 'collection' | 'document', path: string): Finding => ({
    kind,
    title: path,
    href: `/projects/${encodeURIComponent(project.id)}/data/${encodePath(path)}`,
  })

  const findByPath = async (path: string, signal: AbortSignal): Promise<readonly Finding[]> => {
    const segments = path.split('/')
    const beginning = segments.pop() ?? ''
    if (!segments.every(isId)) return []
    const parent = segments.join('/')
    if (segments.length % 2 === 1) {
      return (await documentsIn(parent, beginning, signal)).map((found) => finding('document', found))
    }
    return (await collectionsBelow(parent, signal))
      .filter((id) => id.startsWith(beginning))
      .slice(0, findingsMax)
      .map((id) => finding('collection', `${parent}/${id}`))
  }

  const findByName = async (text: string, signal: AbortSignal): Promise<readonly Finding[]> => {
    const root = await collectionsOfRoot()
    const all = openCollection === undefined ? root : [...new Set([openCollection, ...root])]
    const sought = text.toLowerCase()
    const collections = root.filter((id) => id.toLowerCase().includes(sought)).slice(0, findingsMax)
    const documents = await Promise.all([
      ...all.slice(0, collectionsByBeginning).map((collection) => documentsIn(collection, text, signal)),
      documentsNamed(all.slice(collectionsByBeginning, collectionsByBeginning + collectionsByWholeId), text, signal),
    ])
    return [
      ...collections.map((id) => finding('collection', id)),
      ...documents
        .flat()
        .slice(0, findingsMax)
        .map((path) => finding('document', path)),
    ]
  }

  return {
    id: 'data',
    find: (text, signal) => {
      const path = text.replace(/^\/+/, '')
      return path.includes('/') ? findByPath(path, signal) : findByName(path, signal)
    },
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
