import { isCollectionPath, parentPath, type Query, validateCollectionPath, validateDocumentPath } from '@hearth/model'
import type { Documents } from '../../documents/documents.ts'

const PAGE = 300

/** The first id in the order of names. */
const LOWEST_ID = '__id-9223372036854775808__'

/**
 * Deletes a document or a collection with all that is below it, whether or not there is a document in between; everything for the empty path.
 * Throws `invalid-argument` for what is no path.
 */
export async function clearDocuments(
  documents: Documents,
  at: { readonly project: string; readonly database: string },
  path: string,
): Promise<void> {
  const query = isCollectionPath(path) ? belowCollection(at, path) : belowDocument(path)
  const admin = { kind: 'admin', project: at.project } as const
  const remove = (paths: readonly string[]): Promise<unknown> =>
    documents.commit(
      admin,
      at,
      paths.map((one) => ({ kind: 'delete', path: one, precondition: { kind: 'none' } })),
    )
  for (;;) {
    const page = await documents.query(admin, at, query)
    if (page.documents.length === 0) break
    await remove(page.documents.map((document) => document.path))
  }
  if (path !== '' && !isCollectionPath(path)) await remove([path])
}

const named = { allDescendants: true, offset: 0, limit: PAGE, select: [['__name__']] } as const

function belowDocument(path: string): Query {
  if (path !== '') validateDocumentPath(path)
  return { ...named, parent: path, orderBy: [] }
}

/** By the range of its names: a query of a collection alone has no documents of subcollections. */
function belowCollection({ project, database }: { project: string; database: string }, path: string): Query {
  validateCollectionPath(path)
  const field = ['__name__']
  const nameIn = (collection: string) =>
    ({
      kind: 'reference',
      name: `projects/${project}/databases/${database}/documents/${collection}/${LOWEST_ID}`,
    }) as const
  return {
    ...named,
    parent: parentPath(path),
    filter: {
      kind: 'and',
      filters: [
        { kind: 'field', field, op: '>=', value: nameIn(path) },
        { kind: 'field', field, op: '<', value: nameIn(`${path}\0`) },
      ],
    },
    orderBy: [],
  }
}
