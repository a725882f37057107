import {
  assertNumberOfMutations,
  type Document,
  type DraftedDocument,
  invalidArgument,
  type Mutation,
  StatusError,
  validateDocumentPath,
  type Version,
} from '@hearth/model'
import { type Caller, isUnderRules } from '../access/caller.ts'
import { Deadline } from '../lib/deadline.ts'
import { authorizeCommit } from './authorize-commit.ts'
import { BaseDocuments, type BaseReader } from './base-documents.ts'
import { CallerClient, placeOfCaller } from './caller-client.ts'
import { CommitMemory } from './commit-memory.ts'
import { type CommitPlan, commitTooLarge, costOf, type DocumentWrite, planCommit, writesOf } from './commit-planner.ts'
import { type CommittedChanges, documentKey } from './document-delta.ts'
import type { CommitOptions, CommitResult, DatabaseRef } from './documents.ts'
import { uncounted } from './held-memory.ts'
import { authorOf } from './history/author.ts'
import { CommitOutcome, type InFlightCommit, type InFlightDocument } from './in-flight.ts'
import type { CommitBatch, Committed } from '../persistence/persistence.ts'
import { writtenIndexes, writtenRevision } from './indexes/written-indexes.ts'
import type { ProjectContext } from './project-context.ts'
import { type CheckedCommit, TransactionCheck } from './transactions/transaction-check.ts'
import type { ReadWriteTransaction } from './transactions/transaction.ts'
import { contention } from './write-locks.ts'
import { writeTurns } from './write-turns.ts'

/** How long a commit waits for transactions that have read what it writes, and for what plans rest on to stand still. */
const LOCK_WAIT_MS = 15_000
/** Plans of one commit; each further one follows a conflict in the store. */
const ATTEMPTS_MAX = 8

interface Request extends BaseReader, CheckedCommit {
  readonly mutations: readonly Mutation[]
  readonly memory: CommitMemory
  /** The caller was found to have the right once: from then on the commit may keep others waiting. */
  isAuthorized: boolean
  /** There once it had to wait; resolved when the commit has ended, whatever became of it. */
  over?: PromiseWithResolvers<void>
}

/**
 * Applies mutations in order, all or none, and answers when they are durable.
 *
 * The plan is made under the locks of the documents it names, on top of commits that are still on their way to the
 * disk. What it built on goes to the store as expectations, so a plan whose base gave way is refused there as a whole
 * and made again. Callers under rules are judged by a first plan without locks, so that nobody waits for those who have
 * no right; it serves if nothing has changed when the locks are taken, which is at once.
 */
export async function commit(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  mutations: readonly Mutation[],
  { transaction: transactionId, memory: held = uncounted }: CommitOptions = {},
): Promise<CommitResult> {
  assertNumberOfMutations(mutations)
  for (const { path } of mutations) validateDocumentPath(path)
  const transaction = takeTransaction(context, caller, at, mutations, transactionId)
  const patience = new Deadline(context.clock, LOCK_WAIT_MS)
  const memory = new CommitMemory(held)
  const isAuthorized = !isUnderRules(caller)
  const request: Request = { context, caller, at, mutations, transaction, patience, memory, isAuthorized }
  try {
    if (transaction === undefined) return await commitRepeatedly(request)
    return await context.transactions.whileCommitting(transaction, () => commitRepeatedly(request))
  } finally {
    memory.clear()
  }
}

async function commitRepeatedly(request: Request): Promise<CommitResult> {
  try {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX;) {
      const result = await commitOnce(request, attempt > 1)
      if (result === 'conflict') attempt++
      else if (result !== 'waited') return result
      else if (request.patience.leftMs() === 0) break
    }
    throw contention()
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'INDEX_UNFIT') throw error
    // As the vendor's, which has the indexes that an app's queries need: else one user could take an index from all who ask by it.
    if (isUnderRules(request.caller)) throw invalidArgument('TOO_MANY_INDEX_ENTRIES', error.message)
    // Nobody asked for the index, so it gives way to a document of the app's own servers.
    await request.context.indexes.setState(String(error.details?.['index']), 'failed')
    return await commitRepeatedly(request)
  } finally {
    request.over?.resolve()
  }
}

function takeTransaction(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  mutations: readonly Mutation[],
  id: string | undefined,
): ReadWriteTransaction | undefined {
  if (id === undefined) return undefined
  const transaction = context.transactions.take(caller, at.database, id)
  if (transaction.kind === 'read-write') return transaction
  if (mutations.length === 0) return undefined
  throw invalidArgument('READ_ONLY_TRANSACTION', 'Cannot modify entities in a read-only transaction.')
}

/** One plan and its fate. `conflict`: what it built on has changed. `waited`: it had to let something end first. */
async function commitOnce(request: Request, isRetry: boolean): Promise<CommitResult | 'conflict' | 'waited'> {
  const { context, transaction } = request
  const paths = new Set(request.mutations.map(({ path }) => path))
  for (const read of transaction?.documents.values() ?? []) paths.add(read.path)
  const keys = [...paths].map((path) => documentKey(request.at.database, path)).sort()
  const compared = comparedPaths(request)
  const first = new BaseDocuments(request, compared, isRetry)
  const judged = request.isAuthorized ? undefined : await unlessVoid(first, () => plan(request, paths, first))
  if (judged === 'conflict') return judged
  request.isAuthorized = true
  const isFree = context.locks.tryAcquire(keys)
  if (!isFree) await context.locks.acquire(keys, () => placeOfCaller(request.caller))
  const isReady = judged !== undefined && isFree && first.isUnchanged()
  const base = judged === undefined || isReady ? first : new BaseDocuments(request, compared, isRetry)
  const handedOver = await unlessVoid(base, async () => {
    try {
      return await handOverPlan(request, isReady ? judged : await plan(request, paths, base), base)
    } finally {
      context.locks.release(keys)
    }
  })
  if (handedOver === 'conflict') return handedOver
  const result = await handedOver.result
  if (result === 'stale') return await renewGround(request, base)
  // What was read without locks may have been old already: that is no conflict with others, and the next plan has them.
  return isReady && result === 'conflict' ? 'waited' : result
}

/** The plan that follows rests on what the store has now. Throws as `ProjectDatabases.require`. */
async function renewGround({ context, at }: Request, { ground }: BaseDocuments): Promise<'waited'> {
  await context.catalogue.renew(ground)
  await context.databases.require(at.database)
  return 'waited'
}

/** The documents whose update times are looked at: by preconditions, and by the transaction that has read them. */
function comparedPaths({ mutations, transaction }: Request): ReadonlySet<string> {
  const compared = new Set<string>()
  for (const { path, precondition } of mutations) if (precondition.kind === 'update-time') compared.add(path)
  for (const { path } of transaction?.documents.values() ?? []) compared.add(path)
  return compared
}

/** `conflict` where a failure rests on documents that are not durable yet, and never are. */
async function unlessVoid<T>(base: BaseDocuments, work: () => Promise<T>): Promise<T | 'conflict'> {
  try {
    return await work()
  } catch (error) {
    if (!(await base.settled())) return 'conflict'
    throw error
  }
}

/** Throws what the gate throws, and what is wrong with the commit. */
async function plan(request: Request, paths: ReadonlySet<string>, base: BaseDocuments): Promise<CommitPlan> {
  const { context, caller, at, mutations, memory } = request
  memory.clear()
  const before = await base.read(paths)
  // Before anything is asked: whoever changes it from here on makes the plan stale.
  base.ground = context.catalogue.ground
  const time = context.times.request()
  const planning = {
    project: at.project,
    database: at.database,
    requestTime: time,
    memory,
    isUnderRules: isUnderRules(caller),
    isBaseCut: base.isCut,
  }
  const made = await planCommit(mutations, before, planning)
  const lookUp = (path: string) => base.lookUp(path)
  await authorizeCommit(context.gate, caller, at, { documents: made.documents, time, lookUp, memory })
  if (made.failure !== undefined) throw made.failure
  if (base.isCut) throw commitTooLarge()
  return made
}

/** `stale`: what the plan rested on besides documents has changed. */
type Outcome = CommitResult | 'conflict' | 'stale'

interface HandedOver {
  readonly result: Promise<Outcome | 'waited'>
  /** The store has it. */
  readonly isOnItsWay: boolean
}

/** To be planned again. */
function waitedAlready(): HandedOver {
  return { result: Promise.resolve('waited'), isOnItsWay: false }
}

async function handOverPlan(request: Request, made: CommitPlan, base: BaseDocuments): Promise<HandedOver> {
  const { context, caller } = request
  if (isUnderRules(caller) && writesSomething(made)) await assertRoomOnDisk(context)
  const indexed = indexedWrites(request, made)
  const writes = indexed instanceof Promise ? await indexed : indexed
  const planned: PlannedWrites = { plan: made, writes, base }
  const revision = writtenRevision(context)
  const cost = costOf(writes)
  const turn = writeTurns.begin(new CallerClient(caller), cost)
  if (turn !== undefined) await turn
  const end = () => writeTurns.end(cost)
  try {
    // An index may have come or gone meanwhile, whose keys the writes have to bring.
    const isStale = writtenRevision(context) !== revision
    const checked = isStale ? waitedAlready() : checkAndHandOver(request, planned)
    const handedOver = checked instanceof Promise ? await checked : checked
    if (handedOver.isOnItsWay) void handedOver.result.then(end, end)
    else end()
    return handedOver
  } catch (error) {
    end()
    throw error
  }
}

function writesSomething({ documents }: CommitPlan): boolean {
  return documents.some(({ before, after }) => after !== undefined && after !== before)
}

/** Throws `resource-exhausted`/`DISK_FULL`. Deletions go on. */
async function assertRoomOnDisk(context: ProjectContext): Promise<void> {
  if (!(await context.isReserveReached())) return
  const text = 'What is left of the disk of the server is for accounts, servers and operators.'
  throw new StatusError('resource-exhausted', 'DISK_FULL', text)
}

interface PlannedWrites {
  readonly plan: CommitPlan
  readonly writes: readonly DocumentWrite[]
  readonly base: BaseDocuments
}

/** A promise only where there are transactions, whose reads are looked at first. Nothing may be awaited between that and the hand-over: what was
 * checked in this turn must hold for the commit that follows all those handed over so far. */
function checkAndHandOver(request: Request, planned: PlannedWrites): HandedOver | Promise<HandedOver> {
  return request.context.transactions.hasReadWrite ? handOverChecked(request, planned) : handOverNow(request, planned)
}

async function handOverChecked(request: Request, planned: PlannedWrites): Promise<HandedOver> {
  const { context } = request
  const { writes, base } = planned
  const revision = writtenRevision(context)
  const check = new TransactionCheck(request, writes, base.documents)
  let blockers = check.goOn()
  for (; blockers === undefined; blockers = check.goOn()) await check.nextTurn()
  if (blockers.length > 0) return { result: waitForReaders(request, writes, blockers), isOnItsWay: false }
  return writtenRevision(context) === revision ? handOverNow(request, planned) : waitedAlready()
}

function handOverNow(request: Request, { plan, writes, base }: PlannedWrites): HandedOver {
  const isChanged = writes.length > 0
  const result = isChanged ? handOver(request, plan, writes, base) : checkUnchanged(request.context, plan, base)
  return { result, isOnItsWay: true }
}

/** With the keys of the indexes that there are when the last of them is made, be it in several turns. */
function indexedWrites(
  request: Request,
  { documents }: Pick<CommitPlan, 'documents'>,
): DocumentWrite[] | Promise<DocumentWrite[]> {
  const { context, at, caller, memory } = request
  const revision = writtenRevision(context)
  const indexesOf = (path: string) => writtenIndexes(context, at.database, path)
  const made = writesOf(at.database, documents, indexesOf, { memory, isUnderRules: isUnderRules(caller) })
  if (!(made instanceof Promise)) return made
  return made.then((writes) => (writtenRevision(context) === revision ? writes : indexedWrites(request, { documents })))
}

/** Waits for the transactions that have read what is about to be written. */
function waitForReaders(
  request: Request,
  writes: readonly DocumentWrite[],
  blockers: readonly ReadWriteTransaction[],
): Promise<'waited'> {
  const { context, at, transaction, patience } = request
  const changes = writes.map(({ planned }) => planned)
  const over = (request.over ??= Promise.withResolvers<void>())
  const waitingCommit = { transaction, database: at.database, changes, over: over.promise }
  return context.transactions.waits.wait(waitingCommit, blockers, patience.leftMs()).then(() => 'waited' as const)
}

/** Nothing to write: the store says whether what the answer rests on still holds, and when. */
async function checkUnchanged({ store }: ProjectContext, plan: CommitPlan, base: BaseDocuments): Promise<Outcome> {
  const checked = store.commit({ ground: base.ground, expect: base.expectations() })
  return await checked.then(({ version }) => resultOf(plan, version, base), refusalOf)
}

/** Throws what is not to be planned again. */
function refusalOf(error: unknown): 'conflict' | 'stale' {
  if (error instanceof StatusError && error.reason === 'CONFLICT') return 'conflict'
  if (error instanceof StatusError && error.reason === 'STALE_PLAN') return 'stale'
  throw error
}

/** Gives the batch to the store and its documents to the plans that follow, in one turn. */
function handOver(
  { context, at, caller }: Request,
  plan: CommitPlan,
  writes: readonly DocumentWrite[],
  base: BaseDocuments,
): Promise<Outcome> {
  const author = authorOf(caller)
  const outcome = new CommitOutcome()
  const batch: CommitBatch = {
    ticket: outcome,
    notBefore: context.times.handOver(),
    ground: base.ground,
    author,
    expect: base.expectations(),
    documents: writes.map(({ planned: { path, after, isCreated }, added, removed }) => ({
      database: at.database,
      path,
      json: after?.json,
      isCreated,
      addedEntries: added,
      removedEntries: removed,
    })),
  }
  const changesAt = (version: Version): CommittedChanges => ({
    version,
    deltas: writes.map(({ planned: { path, before, after, isCreated } }) => {
      const dated = base.dated(path, before)
      return {
        database: at.database,
        path,
        before: dated,
        after: finalDocument({ before: dated, after, isCreated }, version),
      }
    }),
    author,
  })
  const deltas = writes.map(({ planned: { path, before, after } }) => ({ database: at.database, path, before, after }))
  return follow(context, { batch, deltas, outcome, changesAt }, (version) => resultOf(plan, version, base))
}

interface HandedOverCommit extends Pick<InFlightCommit, 'deltas' | 'outcome'> {
  readonly batch: CommitBatch
  readonly changesAt: (version: Version) => CommittedChanges
}

function follow(
  context: ProjectContext,
  { batch, deltas, outcome, changesAt }: HandedOverCommit,
  resultAt: (version: Version) => CommitResult,
): Promise<Outcome> {
  const durable = context.store.commit(batch)
  const settled = durable.then(
    () => true,
    () => false,
  )
  const commit: InFlightCommit = { deltas, settled, outcome }
  context.inFlight.enter(commit)
  const documents = deltas.map(({ database, path, after }): [string, InFlightDocument] => [
    documentKey(database, path),
    { document: after, commit },
  ])
  for (const [key, document] of documents) context.inFlight.put(key, document)
  const slot = context.publisher.enter(outcome)
  recordForTransactions(context, commit)
  const leave = () => {
    for (const [key, document] of documents) context.inFlight.remove(key, document)
    context.inFlight.leave(commit)
  }
  return durable.then(
    ({ version, previous }: Committed) => {
      const changes = changesAt(version)
      for (const [i, [, document]] of documents.entries()) document.document = changes.deltas[i]?.after
      outcome.settle(version)
      leave()
      context.publisher.settle(slot, { changes, previous })
      return resultAt(version)
    },
    (error: unknown) => {
      outcome.settle(0)
      leave()
      const isUnknown = error instanceof StatusError && error.reason === 'OUTCOME_UNKNOWN'
      context.publisher.settle(slot, isUnknown ? 'unknown' : 'refused')
      return refusalOf(error)
    },
  )
}

function recordForTransactions(context: ProjectContext, commit: InFlightCommit): void {
  if (!context.recentChanges.isRecording) return
  context.transactions.sweep()
  if (context.transactions.hasReadWrite) context.recentChanges.record(commit)
  else context.recentChanges.stop()
}

function finalDocument({ before, after, isCreated }: DraftedDocument, version: Version): Document | undefined {
  if (after === undefined) return undefined
  return after.dated({ createTime: isCreated ? version : (before?.createTime ?? version), updateTime: version })
}

function resultOf(plan: CommitPlan, commitTime: Version, base: BaseDocuments): CommitResult {
  const unchanged = new Map<string, Version>()
  for (const { path, before, after } of plan.documents) {
    if (before === undefined || before !== after) continue
    unchanged.set(path, base.dated(path, before)?.updateTime ?? commitTime)
  }
  return {
    commitTime,
    results: plan.results.map(({ kind, path, transformResults }) =>
      kind === 'delete' ? { transformResults } : { updateTime: unchanged.get(path) ?? commitTime, transformResults },
    ),
    written(path) {
      const planned = plan.documents.find((document) => document.path === path)
      if (planned === undefined) return undefined
      const before = base.dated(path, planned.before)
      return planned.after === planned.before ? before : finalDocument({ ...planned, before }, commitTime)
    },
  }
}
