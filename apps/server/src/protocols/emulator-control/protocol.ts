import {
  isCollectionPath,
  parentPath,
  type Query,
  StatusError,
  validateCollectionPath,
  validateDocumentPath,
} from '@hearth/model'
import type { Documents } from '../../documents/documents.ts'
import type { Files } from '../../files/files.ts'
import { writeJsonError } from '../../http/error-body.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Protocol, Route } from '../../http/route.ts'
import { refuseConsole, CONSOLE_PROJECT, defaultBucketOf } from '../../projects/project-id.ts'
import type { Projects } from '../../projects/projects.ts'
import type { RulesInForce } from '../../rules/rules-in-force.ts'
import { rulesRoutes } from './rules.ts'

/** What tests and tools ask of the vendor's emulators of documents and files beside their APIs (wire-protocol 7). `hearth dev` only. */
export function createEmulatorControlProtocol(deps: {
  documents: Documents
  files: Files
  projects: Projects
  rulesInForce: RulesInForce
}): Protocol {
  const { documents, files, projects, rulesInForce } = deps

  async function clear(exchange: Exchange, { project = '', database = '', path = '' }: Params): Promise<void> {
    exchange.note({ project, operation: 'clear documents' })
    refuseConsole(project)
    await projects.get(project)
    await clearDocuments(documents, { project, database }, decodeURIComponent(path))
    exchange.replyJson(200, {})
  }

  const cleared = '/emulator/v1/projects/:project/databases/:database/documents'
  const clearing = [cleared, `${cleared}/*path`].map((path): Route => ({
    method: 'DELETE',
    path,
    guard: 'dev',
    handle: clear,
  }))
  return {
    name: 'emulator-control',
    routes: [
      ...clearing,
      {
        method: 'POST',
        path: '/internal/reset',
        guard: 'dev',
        async handle(exchange) {
          exchange.note({ operation: 'clear files' })
          await clearFiles(files, projects)
          exchange.reply(200, { 'content-type': 'text/plain; charset=utf-8' }, 'OK')
        },
      },
      ...rulesRoutes(rulesInForce),
      ...hubRoutes(),
    ],
    writeError: writeJsonError,
  }
}

type Params = Readonly<Record<string, string>>

const PAGE = 300

/** Deletes the files of every project but the console's. */
async function clearFiles(files: Files, projects: Pick<Projects, 'list'>): Promise<void> {
  for (const { id } of await projects.list()) if (id !== CONSOLE_PROJECT) await clearFilesOf(files, id)
}

async function clearFilesOf(files: Files, project: string): Promise<void> {
  const admin = { kind: 'admin', project } as const
  const bucket = defaultBucketOf(project)
  for (;;) {
    const { items } = await files.list(admin, bucket, { prefix: '', delimiter: '', maxResults: PAGE })
    if (items.length === 0) return
    for (const { name } of items) await files.delete(admin, { bucket, name })
  }
}

/** What tools ask of the vendor's emulator hub: which emulators there are, all of them on this one port. */
function hubRoutes(): Route[] {
  const triggers = (verb: 'disable' | 'enable'): Route => ({
    method: 'PUT',
    path: `/functions/${verb}BackgroundTriggers`,
    guard: 'dev',
    handle() {
      const sentence = 'Hearth has no Cloud Functions: there are no triggers to switch on or off.'
      throw new StatusError('failed-precondition', 'NO_FUNCTIONS', sentence)
    },
  })
  return [
    {
      method: 'GET',
      path: '/emulators',
      guard: 'dev',
      handle(exchange) {
        const { hostname, port } = new URL(exchange.publicOrigin)
        const at = (name: string) => ({ name, host: hostname, port: Number(port), listen: [] })
        exchange.replyJson(200, {
          hub: at('hub'),
          auth: at('auth'),
          firestore: at('firestore'),
          storage: at('storage'),
        })
      },
    },
    triggers('disable'),
    triggers('enable'),
  ]
}

/** The first id in the order of names. */
const LOWEST_ID = '__id-9223372036854775808__'

/**
 * Deletes a document or a collection with all that is below it, whether or not there is a document in between; everything for the empty path.
 * Throws `invalid-argument` for what is no path.
 */
async function clearDocuments(
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

const namesAlone = { allDescendants: true, offset: 0, limit: PAGE, select: [['__name__']] } as const

function belowDocument(path: string): Query {
  if (path !== '') validateDocumentPath(path)
  return { ...namesAlone, parent: path, orderBy: [] }
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
    ...namesAlone,
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
