import { parseJson, formatTimestamp, StatusError, type Version } from '@hearth/model'
import type {
  FunctionMock,
  JsonObject,
  LookupResult,
  PathValue,
  ResourceJson,
  RulesTestCase,
  UnknownPart,
} from '@hearth/rules'
import { liftResource } from '@hearth/rules'
import type { FileAttributes } from '../access/gate.ts'
import type { ProjectStore, StoredDocument } from '../persistence/persistence.ts'
import type { KeptDecision } from './decision-log.ts'

const DEFAULT_DATABASE = '(default)'
/** A commit is dated when it was judged, and gets its version some moments later. */
const COMMIT_WITHIN_US = 1_000_000
/** Changes among which a commit is looked for. */
const CHANGES_MAX = 100

/** How a document was; `forgotten` when history does not reach back so far, or what was written was never kept. */
type Past = StoredDocument | undefined | 'forgotten'

/**
 * A request that the gate once decided, so far as it can be asked again: from what is kept of the decision itself and from the history
 * of documents. What neither of them holds is named in `unknown`.
 */
export class PastRequest {
  readonly decision: KeptDecision
  readonly test: RulesTestCase
  readonly unknown: ReadonlySet<UnknownPart>
  readonly #store: ProjectStore
  /** The version that an allowed write has made; undefined when it made none or that can't be told. */
  readonly #committedAt: Version | undefined
  /** Documents that rules asked for, by when and path. */
  readonly #looked = new Map<string, Past>()

  private constructor(options: {
    decision: KeptDecision
    store: ProjectStore
    committedAt: Version | undefined
    test: RulesTestCase
    unknown: ReadonlySet<UnknownPart>
  }) {
    this.decision = options.decision
    this.#store = options.store
    this.#committedAt = options.committedAt
    this.test = options.test
    this.unknown = options.unknown
  }

  /** `bucket`: the one of the project. */
  static async reconstruct(store: ProjectStore, decision: KeptDecision, bucket: string): Promise<PastRequest> {
    const { operation, caller, query } = decision
    const unknown = new Set<UnknownPart>()
    if (caller.kind === 'user' && caller.claims === undefined) unknown.add('request.auth.token')
    const isQuery = decision.service === 'documents' && operation === 'list'
    if (isQuery && query === undefined) unknown.add('request.query')
    const committedAt = await findCommit(store, decision)
    const resources = isQuery ? {} : await resourcesOf(store, decision, committedAt, unknown)
    const test: RulesTestCase = {
      expectation: decision.isAllowed ? 'ALLOW' : 'DENY',
      request: {
        path: fullPath(decision, bucket),
        method: operation,
        auth: authOf(decision),
        time: formatTimestamp(decision.version ?? decision.id),
        ...(resources.after !== undefined && { resource: resources.after }),
        ...(isQuery && query !== undefined && { query }),
      },
      ...(resources.before !== undefined && { resource: resources.before }),
    }
    return new PastRequest({ decision, store, committedAt, test, unknown })
  }

  /** What rules found at a path, as far as it was looked at. */
  find(when: 'now' | 'after', path: PathValue): LookupResult {
    const relative = this.#relativePath(path)
    if (relative === undefined)
      return { error: `No document of this database can be at ${path.toString().slice(0, 200)}.` }
    const key = `${when} ${relative}`
    if (!this.#looked.has(key)) return 'unknown'
    const past = this.#looked.get(key)
    if (past === 'forgotten') return { forgotten: `the document ${relative} as it was` }
    return { document: (past && liftResource(path.segments, resourceOfDocument(past))) ?? undefined }
  }

  /** Looks at a document that `find` did not know. */
  async look(when: 'now' | 'after', path: PathValue): Promise<void> {
    const relative = this.#relativePath(path) ?? ''
    this.#looked.set(`${when} ${relative}`, await this.#past(when, relative))
  }

  /** What was looked at and is known, for a test that comes to the same later. */
  mocks(): FunctionMock[] {
    return [...this.#looked].flatMap(([key, past]) => {
      if (past === 'forgotten') return []
      const at = key.indexOf(' ')
      const [when, path] = [key.slice(0, at), key.slice(at + 1)] as const
      const prefix = this.decision.service === 'files' ? 'firestore.' : ''
      return [
        {
          function: `${prefix}${when === 'now' ? 'get' : 'getAfter'}`,
          args: [{ exactValue: `/databases/${this.#database}/documents/${path}` }],
          result: past === undefined ? { undefined: {} } : { value: resourceOfDocument(past) },
        },
      ]
    })
  }

  get #database(): string {
    return this.decision.database ?? DEFAULT_DATABASE
  }

  #relativePath({ segments }: PathValue): string | undefined {
    const [databases, database, documents, ...ids] = segments
    if (databases !== 'databases' || database !== this.#database || documents !== 'documents') return undefined
    const isPath = ids.length > 0 && ids.length % 2 === 0 && !ids.some((id) => id === '' || id.includes('/'))
    return isPath ? ids.join('/') : undefined
  }

  async #past(when: 'now' | 'after', path: string): Promise<Past> {
    const { version, readAt, id } = this.decision
    if (version === undefined) return await findAt(this.#store, this.#database, path, readAt ?? id)
    if (when === 'now') return await findAt(this.#store, this.#database, path, (this.#committedAt ?? version) - 1)
    // What a refused commit would have come to was never kept.
    if (this.#committedAt === undefined) return 'forgotten'
    return await findAt(this.#store, this.#database, path, this.#committedAt)
  }
}

async function resourcesOf(
  store: ProjectStore,
  decision: KeptDecision,
  committedAt: Version | undefined,
  unknown: Set<UnknownPart>,
): Promise<{ before?: ResourceJson; after?: ResourceJson }> {
  if (decision.service === 'files') return filesOf(decision, unknown)
  return await documentsOf(store, decision, committedAt, unknown)
}

function filesOf(decision: KeptDecision, unknown: Set<UnknownPart>): { before?: ResourceJson; after?: ResourceJson } {
  const { operation, before, after } = decision
  if (operation !== 'list' && before === undefined) unknown.add('resource')
  const isWritten = operation === 'create' || operation === 'update'
  if (isWritten && after === undefined) unknown.add('request.resource')
  return { ...(before && { before: resourceOfFile(before) }), ...(after && { after: resourceOfFile(after) }) }
}

async function documentsOf(
  store: ProjectStore,
  { operation, database = DEFAULT_DATABASE, path, version, readAt, id }: KeptDecision,
  committedAt: Version | undefined,
  unknown: Set<UnknownPart>,
): Promise<{ before?: ResourceJson; after?: ResourceJson }> {
  const written = committedAt ?? version
  const seen = written === undefined ? (readAt ?? id) : written - 1
  const before = operation === 'create' ? undefined : await findAt(store, database, path, seen)
  if (before === 'forgotten') unknown.add('resource')
  const known = before === undefined || before === 'forgotten' ? {} : { before: resourceOfDocument(before) }
  if (operation !== 'create' && operation !== 'update') return known
  const after = committedAt === undefined ? 'forgotten' : await findAt(store, database, path, committedAt)
  if (after === undefined || after === 'forgotten') {
    unknown.add('request.resource')
    return known
  }
  return { ...known, after: resourceOfDocument(after) }
}

/** An allowed write may have failed afterwards: its precondition did not hold, or another commit was faster. */
async function findCommit(
  store: ProjectStore,
  { version, isAllowed, database = DEFAULT_DATABASE, path, caller }: KeptDecision,
): Promise<Version | undefined> {
  if (version === undefined || !isAllowed) return undefined
  try {
    const changes = await store.read((snapshot) => snapshot.changesAfter(version - 1, CHANGES_MAX))
    const author = caller.kind === 'user' ? `user:${caller.uid}` : caller.kind
    const own = changes.find((change) => change.database === database && change.path === path)
    if (own === undefined || own.author !== author) return undefined
    return own.version - version <= COMMIT_WITHIN_US ? own.version : undefined
  } catch (error) {
    if (isForgotten(error)) return undefined
    throw error
  }
}

async function findAt(store: ProjectStore, database: string, path: string, version: Version): Promise<Past> {
  try {
    const [stored] = await store.read((snapshot) =>
      snapshot.getDocumentsAt([{ database, path }], Math.min(version, snapshot.version)),
    )
    return stored
  } catch (error) {
    if (isForgotten(error)) return 'forgotten'
    throw error
  }
}

function isForgotten(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'VERSION_COLLECTED'
}

function authOf({ caller }: KeptDecision): JsonObject | null {
  return caller.kind === 'user' ? { uid: caller.uid, token: caller.claims ?? {} } : null
}

function fullPath({ service, database = DEFAULT_DATABASE, path, operation }: KeptDecision, bucket: string): string {
  if (service === 'files') return `/b/${bucket}/o/${path}`
  const collection =
    operation === 'list' ? path.replace(/(?:^|\/)\*\*\//, (found) => (found.startsWith('/') ? '/' : '')) : path
  return `/databases/${database}/documents/${collection}`
}

function resourceOfDocument({ json }: StoredDocument): ResourceJson {
  return { fields: parseJson(json) }
}

/** As conditions see a file; what is not known is no key of it. */
export function resourceOfFile(file: FileAttributes): ResourceJson {
  const { metadata, sizeBytes, generation, timeCreated, updated, ...plain } = file
  return {
    ...plain,
    size: sizeBytes,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(generation !== undefined && { generation: Number(generation) }),
    ...(timeCreated !== undefined && { timeCreated: new Date(timeCreated).toISOString() }),
    ...(updated !== undefined && { updated: new Date(updated).toISOString() }),
  }
}
