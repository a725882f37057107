import { invalidArgument, isDocumentPath, lastSegment, parentPath } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'
import { decodePathSegment } from '../../http/path-segments.ts'
import type { Call } from '../firestore-calls/call.ts'
import { getDocument, listDocuments } from '../firestore-calls/read-calls.ts'
import { createDocument, deleteDocument, updateDocument } from '../firestore-calls/write-calls.ts'
import type { DatabaseScope } from '../firestore-codec/database-scope.ts'
import { readJson, readJsonInTurns } from '../firestore-codec/json-reader.ts'

type Params = Readonly<Record<string, string>>

interface DocumentRequest {
  readonly method: string
  /** Below the database. */
  readonly path: string
  readonly callOf: (params: Params) => Call
  /** A promise where the body is read. */
  readonly requestOf: (exchange: Exchange, scope: DatabaseScope, params: Params) => unknown
}

/** The methods that address a document or a collection itself, with their arguments in the query of the address. */
export function documentRequests(bodyBytesMax: number): DocumentRequest[] {
  return [
    {
      method: 'GET',
      path: 'documents/*path',
      callOf: ({ path = '' }) => (isDocumentPath(decodePathSegment(path)) ? getDocument : listDocuments),
      requestOf: (exchange, scope, { path = '' }) => readRequest(exchange, scope, decodePathSegment(path)),
    },
    {
      method: 'POST',
      path: 'documents/*path',
      callOf: () => createDocument,
      async requestOf(exchange, scope, { path = '' }) {
        const collection = decodePathSegment(path)
        return await readJsonInTurns(createDocument.request, {
          parent: parentName(scope, parentPath(collection)),
          collectionId: lastSegment(collection),
          documentId: exchange.query.get('documentId') ?? '',
          document: await exchange.readJson(bodyBytesMax),
          mask: maskOf(exchange, 'mask'),
        })
      },
    },
    {
      method: 'PATCH',
      path: 'documents/*path',
      callOf: () => updateDocument,
      async requestOf(exchange, scope, { path = '' }) {
        const document = await exchange.readJson(bodyBytesMax)
        if (typeof document !== 'object' || document === null || Array.isArray(document)) {
          throw invalidArgument('INVALID_MESSAGE', 'The body must be a JSON object.')
        }
        return await readJsonInTurns(updateDocument.request, {
          document: Object.assign(document, { name: scope.root + decodePathSegment(path) }),
          updateMask: maskOf(exchange, 'updateMask'),
          mask: maskOf(exchange, 'mask'),
          currentDocument: preconditionOf(exchange),
        })
      },
    },
    {
      method: 'DELETE',
      path: 'documents/*path',
      callOf: () => deleteDocument,
      requestOf: (exchange, scope, { path = '' }) =>
        readJson(deleteDocument.request, {
          name: scope.root + decodePathSegment(path),
          currentDocument: preconditionOf(exchange),
        }),
    },
  ]
}

function readRequest(exchange: Exchange, scope: DatabaseScope, path: string): unknown {
  const { query } = exchange
  if (query.size === 0 && isDocumentPath(path)) return readJson(getDocument.request, { name: scope.root + path })
  const consistency = {
    mask: maskOf(exchange, 'mask'),
    transaction: query.get('transaction'),
    readTime: query.get('readTime'),
  }
  if (isDocumentPath(path)) {
    return readJson(getDocument.request, { name: scope.root + path, ...consistency })
  }
  return readJson(listDocuments.request, {
    parent: parentName(scope, parentPath(path)),
    collectionId: lastSegment(path),
    pageSize: query.get('pageSize'),
    pageToken: query.get('pageToken'),
    orderBy: query.get('orderBy'),
    showMissing: query.get('showMissing'),
    ...consistency,
  })
}

function parentName(scope: DatabaseScope, path: string): string {
  return path === '' ? `${scope.name}/documents` : scope.root + path
}

/** `updateMask.fieldPaths=a&updateMask.fieldPaths=b`; null where there is none. */
function maskOf(exchange: Exchange, name: string): { fieldPaths: string[] } | null {
  const fieldPaths = exchange.query.getAll(`${name}.fieldPaths`)
  return fieldPaths.length > 0 ? { fieldPaths } : null
}

function preconditionOf(exchange: Exchange): Record<string, string> | null {
  const exists = exchange.query.get('currentDocument.exists')
  if (exists !== null) return { exists }
  const updateTime = exchange.query.get('currentDocument.updateTime')
  return updateTime === null ? null : { updateTime }
}
