import {
  type CollectionIndexes,
  type CommitContext,
  type Document,
  DocumentDraft,
  type DraftedDocument,
  indexChangesInSteps,
  invalidArgument,
  type Mutation,
  MutationsCheck,
  StatusError,
  type Value,
} from '@hearth/model'
import { Turn } from '../lib/turn.ts'
import type { CommitMemory } from './commit-memory.ts'
import { isLarge } from './query/large-document.ts'

/** Bytes of text and index keys that one commit may hand to the store. */
const COMMIT_BYTES_MAX = 48 * 1024 * 1024
/**
 * Bytes of arrays that the transforms of a caller under rules may go through, each of their elements with some more: all else that planning takes follows the length of what
 * came and was read. Whoever waits for one of its documents waits for it.
 */
const ARRAY_COST_MAX = 128 * 1024 * 1024

/**
 * Of a caller under rules, unless it changes one document alone: everybody else's commits wait for it. Bytes of text before the commit, which is
 * kept as history, of text after it, and of index keys; and so many keys that come and go.
 */
const BYTES_UNDER_RULES_MAX = 32 * 1024 * 1024
const KEYS_UNDER_RULES_MAX = 100_000

/** What a commit costs the writer besides its bytes, in bytes that take as long: a transaction's part, and a page for each key. */
const COMMIT_COST = 4 * 1024
const KEY_COST = 100

/** A document of a commit, from how it was found to how the commit leaves it. */
export interface PlannedDocument extends DraftedDocument {
  readonly path: string
  /** Nothing but `verify` names it. */
  readonly isOnlyVerified: boolean
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
  /** A precondition that did not hold, or a document that may not be stored. The caller hears of it only if the gate lets them write. */
  readonly failure: StatusError | undefined
}

/** What a plan rests on, and what it may take. */
export interface PlanningContext extends CommitContext {
  readonly memory: CommitMemory
  /** The transforms of servers and operators take as long as they take. */
  readonly isUnderRules: boolean
  /** Some documents are missing in `before`, because they were too much to read. */
  readonly isBaseCut?: boolean
}

interface Drafted {
  readonly draft: DocumentDraft
  readonly existing: Document | undefined
  isOnlyVerified: boolean
  /** Whether its fields are counted as decoded. */
  isCounted: boolean
  finished?: DraftedDocument
}

/**
 * Applies mutations to the documents as they are. The request's time stands for the version that the commit will get. Others have their
 * turn while a large commit is planned. Throws `invalid-argument` for what is wrong whatever is stored, and for what takes too much; what
 * stored documents make wrong is part of the plan instead.
 */
export async function planCommit(
  mutations: readonly Mutation[],
  before: ReadonlyMap<string, Document | undefined>,
  context: PlanningContext,
): Promise<CommitPlan> {
  const turn = new Turn()
  const check = new MutationsCheck()
  for (const mutation of mutations) {
    check.add(mutation)
    if (mutations.length > 1 && turn.isOver) await turn.next()
  }
  const { memory } = context
  const lasts = lastMutations(mutations)
  const drafts = new Map<string, Drafted>()
  const results: CommitPlan['results'][number][] = []
  let arrayCost = 0
  let failure: StatusError | undefined
  for (const mutation of mutations) {
    const { kind, path } = mutation
    if (context.isBaseCut === true && !before.has(path)) {
      failure = commitTooLarge()
      break
    }
    let drafted = drafts.get(path)
    if (drafted === undefined) {
      const existing = before.get(path)
      const draft = new DocumentDraft(path, existing, context)
      drafted = { draft, existing, isOnlyVerified: true, isCounted: false }
      drafts.set(path, drafted)
    }
    const { draft, existing } = drafted
    if (kind === 'set' && existing !== undefined && !drafted.isCounted) {
      if (!memory.beginDraft(existing)) {
        failure = commitTooLarge()
        break
      }
      drafted.isCounted = true
      if (isLarge(existing)) {
        // Read here, so that what is done with its fields takes no longer for it.
        void existing.fields
        await turn.pause()
      }
    }
    drafted.isOnlyVerified &&= kind === 'verify'
    if (turn.isOver) await turn.next()
    failure = failureOf(draft, mutation)
    // The step that a precondition forbids is taken, too, so that the gate can be asked about it.
    draft.apply(mutation)
    const transformResults: Value[] = []
    for (const transform of kind === 'set' ? mutation.transforms : []) {
      const steps = draft.transformInSteps(transform)
      let step = steps.next()
      for (; step.done !== true; step = steps.next()) {
        if (context.isUnderRules) arrayCost += step.value
        if (arrayCost > ARRAY_COST_MAX) throw commitTooLarge()
        if (turn.isOver) await turn.next()
      }
      transformResults.push(step.value)
      if (turn.isOver) await turn.next()
    }
    if (failure !== undefined) break
    results.push({ kind, path, transformResults })
    if (turn.isOver) await turn.next()
    if (lasts?.get(path) !== mutation) continue
    const finishing = finish(drafted, memory, turn)
    if (finishing instanceof Promise) await finishing
    if (turn.isOver) await turn.next()
  }
  const documents: PlannedDocument[] = []
  for (const [path, drafted] of drafts) {
    const finishing = drafted.finished ?? finish(drafted, memory, turn)
    const finished = finishing instanceof Promise ? await finishing : finishing
    failure ??= finished.fault
    documents.push({ path, ...finished, isOnlyVerified: drafted.isOnlyVerified })
    if (turn.isOver) await turn.next()
  }
  return { documents, results, failure }
}

/** By path the last mutation that names it; of one alone there is nothing to know. */
function lastMutations(mutations: readonly Mutation[]): ReadonlyMap<string, Mutation> | undefined {
  return mutations.length > 1 ? new Map(mutations.map((mutation) => [mutation.path, mutation])) : undefined
}

/** What is done with a document when all is applied to it, so that only its text has to be held from then on. A promise where that takes turns. */
function finish(drafted: Drafted, memory: CommitMemory, turn: Turn): DraftedDocument | Promise<DraftedDocument> {
  drafted.draft.encode()
  return turn.isOver ? turn.next().then(() => finishEncoded(drafted, memory)) : finishEncoded(drafted, memory)
}

function finishEncoded(drafted: Drafted, memory: CommitMemory): DraftedDocument {
  const { draft, existing, isCounted } = drafted
  const finished = draft.finish()
  const { before, after } = finished
  if (isCounted && existing !== undefined) memory.endDraft(existing)
  const made = after === before ? undefined : after
  if (made !== undefined) memory.take(made.json.length)
  if (isCounted || made !== undefined) memory.decode(before, made)
  drafted.finished = finished
  return finished
}

function failureOf(draft: DocumentDraft, { precondition }: Mutation): StatusError | undefined {
  try {
    draft.check(precondition)
    return undefined
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return error
  }
}

/** A document that the store has to write. */
export interface DocumentWrite {
  readonly planned: PlannedDocument
  readonly added: readonly Uint8Array[]
  readonly removed: readonly Uint8Array[]
}

/** Whose commit it is: what it holds is counted, and under rules it is bounded more closely. */
export interface WritesCaller {
  readonly memory: CommitMemory
  readonly isUnderRules: boolean
}

/**
 * What changes, with its index keys; a promise only where it is so much that others have their turn meanwhile. Throws `invalid-argument`
 * when it is too much for one commit.
 */
export function writesOf(
  database: string,
  documents: readonly PlannedDocument[],
  indexesOf: (path: string) => CollectionIndexes | undefined,
  caller: WritesCaller,
): DocumentWrite[] | Promise<DocumentWrite[]> {
  const collected = new CollectedWrites(database, indexesOf, caller)
  // Of a small one alone no clock is asked.
  const turn = documents.length > 1 ? new Turn() : undefined
  for (const [i, planned] of documents.entries()) {
    if (turn?.isOver === true || isLargeChange(planned)) return collectRest(collected, documents.slice(i), turn)
    collected.add(planned)
  }
  return collected.writes
}

async function collectRest(
  collected: CollectedWrites,
  documents: readonly PlannedDocument[],
  turn: Turn = new Turn(),
): Promise<DocumentWrite[]> {
  for (const planned of documents) {
    // What was done with a large one before, to encode and to judge it, took a turn.
    if (turn.isOver || isLargeChange(planned)) await turn.next()
    const steps = collected.addInSteps(planned)
    while (steps.next().done !== true) if (turn.isOver) await turn.next()
  }
  return collected.writes
}

/** The keys of a large document are many, and all of them may come and go. */
function isLargeChange({ before, after }: PlannedDocument): boolean {
  return before !== after && ((before !== undefined && isLarge(before)) || (after !== undefined && isLarge(after)))
}

class CollectedWrites {
  readonly writes: DocumentWrite[] = []
  readonly #database: string
  readonly #indexesOf: (path: string) => CollectionIndexes | undefined
  readonly #memory: CommitMemory
  readonly #isUnderRules: boolean
  #bytes = 0
  /** The state before of documents, which is kept as history. */
  #bytesBefore = 0
  #keys = 0

  constructor(
    database: string,
    indexesOf: (path: string) => CollectionIndexes | undefined,
    { memory, isUnderRules }: WritesCaller,
  ) {
    this.#database = database
    this.#indexesOf = indexesOf
    this.#memory = memory
    this.#isUnderRules = isUnderRules
  }

  add(planned: PlannedDocument): void {
    const steps = this.addInSteps(planned)
    while (steps.next().done !== true);
  }

  *addInSteps(planned: PlannedDocument): Generator<undefined, void> {
    const { path, before, after } = planned
    if (before === after) return
    this.#memory.decode(before, after)
    // Each is decoded in a step of its own where that was forgotten.
    const fieldsBefore = before?.fields
    yield
    const fields = [fieldsBefore, after?.fields] as const
    yield
    const { added, removed } = yield* indexChangesInSteps(this.#database, path, ...fields, this.#indexesOf(path))
    this.writes.push({ planned, added, removed })
    this.#bytes += after?.json.length ?? 0
    for (const key of added) this.#bytes += key.length
    for (const key of removed) this.#bytes += key.length
    this.#bytesBefore += before?.json.length ?? 0
    this.#keys += added.length + removed.length
    if (this.#bytes > COMMIT_BYTES_MAX || this.#isTooMuchUnderRules) throw commitTooLarge()
  }

  get #isTooMuchUnderRules(): boolean {
    if (!this.#isUnderRules || this.writes.length < 2) return false
    return this.#bytes + this.#bytesBefore > BYTES_UNDER_RULES_MAX || this.#keys > KEYS_UNDER_RULES_MAX
  }
}

export function commitTooLarge(): StatusError {
  return invalidArgument('COMMIT_TOO_LARGE', 'The commit is too large. Divide it into several.')
}

/** What it takes to write a commit, in bytes that take about as long. The state before is written, too: it is kept as history. */
export function costOf(writes: readonly DocumentWrite[]): number {
  let cost = COMMIT_COST
  for (const write of writes) {
    const { text, keys, keyBytes } = sizeOf(write)
    cost += text + keyBytes + keys * KEY_COST
  }
  return cost
}

function sizeOf({ planned: { before, after }, added, removed }: DocumentWrite) {
  let keyBytes = 0
  for (const key of added) keyBytes += key.length
  for (const key of removed) keyBytes += key.length
  const text = (before?.json.length ?? 0) + (after?.json.length ?? 0)
  return { text, keys: added.length + removed.length, keyBytes }
}
