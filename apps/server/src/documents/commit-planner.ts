import {
  applyMutation,
  type CollectionIndexes,
  type Document,
  type Fields,
  indexChanges,
  invalidArgument,
  makeDocument,
  type Mutation,
  type MutationContext,
  type MutationOutcome,
  StatusError,
  type Value,
  validateMutations,
  type Version,
} from '@hearth/model'

/** Bytes of text and index keys that one commit may hand to the store. */
const COMMIT_BYTES_MAX = 48 * 1024 * 1024

/** A document of a commit, from how it was found to how the commit leaves it. */
export interface PlannedDocument {
  readonly path: string
  readonly before: Document | undefined
  /** The same object as `before` when the commit does not change it. Its update time is not final. */
  readonly after: Document | undefined
  /** Nothing but `verify` names it. */
  readonly isOnlyVerified: boolean
  /** Create time is that of the commit. */
  readonly isCreated: boolean
}

export interface CommitPlan {
  /** Each document once, in the order in which the mutations name them first. */
  readonly documents: readonly PlannedDocument[]
  /** One for each mutation. */
  readonly results: readonly {
    readonly kind: Mutation['kind']
    readonly path: string
    readonly transformResults: readonly Value[]
  }[]
  /** A precondition that did not hold. The caller hears of it only if the gate lets them see the documents. */
  readonly failure: StatusError | undefined
}

/** Documents of one commit while its mutations are applied one after the other. */
interface Running {
  readonly path: string
  readonly before: Document | undefined
  current: Document | undefined
  wasDeleted: boolean
  isOnlyVerified: boolean
}

/**
 * Applies mutations to the documents as they are. `version` stands for the one that the commit will get. Throws
 * `invalid-argument`; a failed precondition is part of the plan instead.
 */
export function planCommit(
  mutations: readonly Mutation[],
  before: ReadonlyMap<string, Document | undefined>,
  context: MutationContext,
  version: Version,
): CommitPlan {
  validateMutations(mutations)
  const documents = new Map<string, Running>()
  const results: CommitPlan['results'][number][] = []
  let failure: StatusError | undefined
  for (const mutation of mutations) {
    const { path } = mutation
    let running = documents.get(path)
    if (running === undefined) {
      const current = before.get(path)
      running = { path, before: current, current, wasDeleted: false, isOnlyVerified: true }
      documents.set(path, running)
    }
    running.isOnlyVerified &&= mutation.kind === 'verify'
    let outcome: MutationOutcome
    try {
      outcome = applyMutation(running.current, mutation, context)
    } catch (error) {
      if (!(error instanceof StatusError) || error.code === 'invalid-argument') throw error
      failure = error
      attempt(running, mutation, context, version)
      break
    }
    follow(running, outcome, version)
    results.push({ kind: mutation.kind, path, transformResults: outcome.transformResults })
  }
  return { documents: [...documents.values()].map((running) => settle(running)), results, failure }
}

/** Takes the step that its precondition forbids, so that the gate can be asked about it. */
function attempt(running: Running, mutation: Mutation, context: MutationContext, version: Version): void {
  const unconditional: Mutation = { ...mutation, precondition: { kind: 'none' } }
  follow(running, applyMutation(running.current, unconditional, context), version)
}

function follow(running: Running, outcome: MutationOutcome, version: Version): void {
  switch (outcome.kind) {
    case 'unchanged':
      return
    case 'deleted':
      running.current = undefined
      running.wasDeleted = true
      return
    case 'written':
      running.current = documentOf(running.path, running.current?.createTime ?? version, version, outcome)
      return
  }
}

function documentOf(
  path: string,
  createTime: Version,
  updateTime: Version,
  { json, fields }: { json: string; fields: Fields },
): Document {
  return makeDocument({ path, createTime, updateTime, json }, fields)
}

function settle({ path, before, current, wasDeleted, isOnlyVerified }: Running): PlannedDocument {
  const isCreated = current !== undefined && (before === undefined || wasDeleted)
  // Several writes may end where the document was.
  const isUnchanged = before !== undefined && !isCreated && current?.json === before.json
  return { path, before, after: isUnchanged ? before : current, isOnlyVerified, isCreated }
}

/** A document that the store has to write. */
export interface DocumentWrite {
  readonly planned: PlannedDocument
  readonly added: readonly Uint8Array[]
  readonly removed: readonly Uint8Array[]
}

/** What changes, with its index keys. Throws `invalid-argument` when it is too much for one commit. */
export function writesOf(
  database: string,
  documents: readonly PlannedDocument[],
  indexesOf: (path: string) => CollectionIndexes | undefined,
): DocumentWrite[] {
  const writes: DocumentWrite[] = []
  let bytes = 0
  for (const planned of documents) {
    const { path, before, after } = planned
    if (before === after) continue
    const { added, removed } = indexChanges(database, path, before?.fields, after?.fields, indexesOf(path))
    writes.push({ planned, added, removed })
    bytes += after?.json.length ?? 0
    for (const key of added) bytes += key.length
    for (const key of removed) bytes += key.length
    if (bytes > COMMIT_BYTES_MAX) {
      throw invalidArgument('COMMIT_TOO_LARGE', 'The commit is too large. Divide it into several.')
    }
  }
  return writes
}
