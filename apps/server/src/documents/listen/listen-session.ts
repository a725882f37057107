import { type Document, formatDocumentName, StatusError, type Version } from '@hearth/model'
import { type Caller, isUnderRules } from '../../access/caller.ts'
import type { CallerWatch } from '../../access/caller-watch.ts'
import type { DatabaseRef, ListenEvent, ListenSession as Session, Target } from '../documents.ts'
import { type HeldMemory, uncounted } from '../held-memory.ts'
import { placeWithSite } from '../../lib/shared-total.ts'
import { Turn } from '../../lib/turn.ts'
import type { ProjectContext } from '../project-context.ts'
import { authorizeDocuments, authorizeTarget } from './authorize-target.ts'
import { CommitMessages } from './commit-messages.ts'
import { DocumentJudge } from './document-judge.ts'
import type { LoadedResult } from './feed.ts'
import { type Join, joinTarget, type Listened } from './join-target.ts'
import type { HubSession } from './listen-hub.ts'
import { NameFilter } from './name-filter.ts'
import { Outbox } from './outbox.ts'
import type { ResultChange } from './result-change.ts'
import { decodeResumeToken, encodeResumeToken } from './resume-token.ts'
import { SessionTarget, type TargetOwner } from './session-target.ts'
import { targetBytes } from './target-bytes.ts'

/** Targets of one session at the same time. */
const TARGETS_MAX = 1000
/** What the targets of one session ask for, as it is held: some thousand of a few conditions each, or names of ten thousand documents. */
const TARGETS_BYTES_MAX = 8 * 1024 * 1024
/** Documents that rules looked at for one target by name; with more it joins anew, and forgets those of what was told before. */
const LOOK_UPS_MAX = 5000
/** Documents that have left a result while nobody looked, and are told of with what they say: each is asked about, without a pause. */
const LEAVES_SHOWN_MAX = 500

export interface ListenSessionOptions {
  readonly context: Promise<ProjectContext>
  readonly caller: Caller
  readonly at: DatabaseRef
  readonly emit: (event: ListenEvent) => void
  readonly callers: CallerWatch
  readonly memory: HeldMemory | undefined
}

/**
 * One client's live targets. What it emits follows document-semantics 8: after each commit that concerns it every change,
 * then one snapshot; joining targets in between. A target's failure ends that target alone.
 */
export class ListenSession implements Session, HubSession, TargetOwner {
  readonly #options: ListenSessionOptions
  readonly #outbox: Outbox
  readonly #targets = new Map<number, SessionTarget>()
  readonly #messages = new CommitMessages()
  readonly #judge: DocumentJudge
  readonly #unwatch: () => void
  #ignoreRules = (): void => {}
  #context: ProjectContext | undefined
  #incarnation = ''
  /** Targets that have to catch up before a snapshot can speak for all. */
  readonly #behind = new Set<SessionTarget>()
  /** Of what its targets ask for. */
  #targetBytes = 0
  #readTime: Version = 0
  /** The newest snapshot that was really sent. */
  #sentVersion: Version = 0
  #isOver = false

  constructor(options: ListenSessionOptions) {
    this.#options = options
    this.#outbox = new Outbox((event) => this.#emit(event), options.memory)
    this.#judge = new DocumentJudge(options)
    const { callers, at, caller } = options
    this.#unwatch = callers.watch(at.project, caller, (cause) => this.end(cause))
    options.context.catch((error: unknown) => this.end(error as Error))
  }

  addTarget(request: Target): void {
    if (this.#isOver) return
    const { targetId } = request
    const replaced = this.#targets.get(targetId)
    if (replaced !== undefined) this.#drop(replaced)
    if (this.#targets.size >= TARGETS_MAX) {
      const text = `A stream listens to at most ${TARGETS_MAX} targets.`
      const cause = new StatusError('resource-exhausted', 'TOO_MANY_TARGETS', text)
      this.refuseTarget(targetId, cause)
      return
    }
    const target = new SessionTarget(request, this)
    try {
      this.#count(target)
    } catch (error) {
      this.refuseTarget(targetId, error as Error)
      return
    }
    this.#targets.set(targetId, target)
    void this.#open(target)
  }

  refuseTarget(targetId: number, cause: Error): void {
    if (this.#isOver) return
    this.#answer({ kind: 'removed', targetId, cause })
  }

  removeTarget(targetId: number): void {
    if (this.#isOver) return
    const target = this.#targets.get(targetId)
    const wasAwaited = target !== undefined && this.#behind.has(target)
    if (target !== undefined) {
      this.#drop(target)
      // The client counts one answer for each of its requests.
      if (!target.isAdded) this.#send({ kind: 'added', targetId })
    }
    this.#answer({ kind: 'removed', targetId })
    const hub = this.#context?.hub
    // The snapshot that the others waited for.
    if (wasAwaited && this.#targets.size > 0) void hub?.run(() => this.#sendSnapshot(hub.readTime()))
  }

  pause(): void {
    this.#outbox.pause()
  }

  resume(): void {
    if (this.#isOver) return
    this.#outbox.resume()
    if (this.#outbox.isPaused) return
    for (const target of this.#behind) {
      if (!target.isLive && !target.isCatchingUp) void this.#catchUp(target)
    }
  }

  close(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#unwatch()
    this.#ignoreRules()
    for (const target of this.#targets.values()) this.#drop(target)
    this.#outbox.close()
    this.#context?.hub.leave(this)
  }

  end(cause: Error): void {
    if (this.#isOver) return
    this.close()
    // Also to a client that is paused: what is held for it, it is told again on its next stream.
    this.#options.emit({ kind: 'ended', cause })
  }

  flush(version: Version, turn: Turn): void | Promise<void> {
    if (this.#isOver) return undefined
    if (this.#outbox.isFull) {
      this.#messages.clear()
      this.#fallBehind()
      return undefined
    }
    return this.#sendChanges(this.#messages.take(version), version, turn)
  }

  /** In several turns when there are many: a client may listen to all that a commit has changed. */
  #sendChanges(events: Generator<ListenEvent, void>, version: Version, turn: Turn): void | Promise<void> {
    for (let next = events.next(); next.done !== true; next = events.next()) {
      if (this.#isOver) return undefined
      this.#send(next.value)
      if (turn.isOver) return turn.next().then(() => this.#sendChanges(events, version, turn))
    }
    this.#sendSnapshot(version)
    return undefined
  }

  heartbeat(): void {
    const context = this.#context
    if (context === undefined || this.#outbox.isPaused || this.#targets.size === 0) return
    this.#sendSnapshot(context.hub.readTime())
  }

  onTargetChange(target: SessionTarget, change: ResultChange): void {
    if (target.listened?.kind === 'documents' && isUnderRules(this.#options.caller)) {
      this.#holdBack(target, change)
      return
    }
    if (target.isInDoubt || target.isHolding) {
      this.#behind.add(target)
      target.hold(change)
      return
    }
    this.#messages.add(target.id, this.#judge.shown(target, change, this.#context))
    this.#context?.hub.touch(this)
  }

  async onTargetDoubt(target: SessionTarget): Promise<void> {
    const context = this.#context
    // One that has yet to join settles it then.
    if (context === undefined || target.listened === undefined) return
    try {
      await this.#judge.settle(target, context)
    } catch (error) {
      this.#refuse(target, error as Error)
      return
    }
    // Who judges what it holds tells it.
    if (this.#behind.has(target) && !target.isJudging) await context.hub.run(() => this.#tellHeld(target, context))
  }

  onTargetReading(target: SessionTarget): void {
    if (target.isReading || target.isHolding) {
      this.#behind.add(target)
      return
    }
    this.#behind.delete(target)
    // The snapshot that the others waited for.
    this.#context?.hub.touch(this)
  }

  onTargetFailure(target: SessionTarget, cause: Error): void {
    this.#refuse(target, cause)
  }

  async #open(target: SessionTarget): Promise<void> {
    try {
      const context = await this.#enter()
      const { caller, at } = this.#options
      target.grant.renew(context)
      const listened = await authorizeTarget(context, caller, at, target.request, target.grant.scope(at.database))
      if (target.isGone) return
      target.listened = listened
      await this.#join(target, context, listened, this.#resumeOf(target.request, context))
    } catch (error) {
      this.#refuse(target, error as Error)
    }
  }

  /** What the target asks for, before anything is done about it. Throws `resource-exhausted`/`TARGETS_TOO_LARGE`, and as `HeldMemory.take`. */
  #count(target: SessionTarget): void {
    const bytes = targetBytes(target.request)
    if (this.#targetBytes + bytes > TARGETS_BYTES_MAX) {
      const text = `What the targets of a stream ask for takes at most ${TARGETS_BYTES_MAX} bytes of memory.`
      throw new StatusError('resource-exhausted', 'TARGETS_TOO_LARGE', text)
    }
    this.#options.memory?.take(bytes)
    target.heldBytes = bytes
    this.#targetBytes += bytes
  }

  #onRules(project: string | undefined): void {
    if (project !== undefined && project !== this.#options.at.project) return
    const targets = [...this.#targets.values()]
    for (const target of targets) target.grant.revoke()
    this.#context?.hub.review(targets)
  }

  /** Between two commits: what happened to a target while it was in doubt. */
  #tellHeld(target: SessionTarget, context: ProjectContext): void | Promise<void> {
    // Whoever has put it into doubt once more comes back here.
    if (target.isGone || this.#isOver || target.isInDoubt) return undefined
    if (!target.isLive) {
      if (!target.isCatchingUp && !this.#outbox.isPaused) void this.#catchUp(target)
      return undefined
    }
    if (!target.isReading) this.#behind.delete(target)
    for (const change of target.takeHeld())
      this.#messages.add(target.id, this.#judge.shown(target, change, this.#context))
    return this.flush(context.hub.version, new Turn())
  }

  /** What became of a document by name may be no longer for this caller: it is judged before it is told. */
  #holdBack(target: SessionTarget, change: ResultChange): void {
    this.#behind.add(target)
    if (target.isJudging) {
      target.hold(change)
    } else if (this.#outbox.isPaused || target.grant.lookUps > LOOK_UPS_MAX || this.#context === undefined) {
      target.unfollow()
      // A client that reads too slowly is brought up to date when it goes on.
      if (!this.#outbox.isPaused) void this.#catchUp(target)
    } else {
      target.hold(change)
      void this.#judgeHeld(target, this.#context)
    }
  }

  /** Judges what a target by name holds, and tells it. */
  async #judgeHeld(target: SessionTarget, context: ProjectContext): Promise<void> {
    try {
      await this.#judge.judgeHeld(target, context, () => this.#tellHeld(target, context))
    } catch (error) {
      this.#refuse(target, error as Error)
    }
  }

  async #enter(): Promise<ProjectContext> {
    const context = await this.#options.context
    // Else the first snapshot of a quiet project would be dated long ago.
    await context.times.refresh()
    this.#incarnation = context.hub.incarnation
    if (this.#context === undefined && !this.#isOver) {
      this.#context = context
      context.hub.enter(this)
      this.#ignoreRules = context.rulesChanges.subscribe((project) => this.#onRules(project))
    }
    return context
  }

  #resumeOf({ resume }: Target, context: ProjectContext): Join['resume'] {
    if (resume === undefined) return undefined
    if (resume.kind === 'read-time') return { since: resume.readTime }
    const since = decodeResumeToken(this.#incarnation, this.#options.at.database, resume.token)
    return since === undefined || since > context.store.readTime() ? 'unusable' : { since }
  }

  async #join(
    target: SessionTarget,
    context: ProjectContext,
    listened: Listened,
    resume: Join['resume'],
  ): Promise<void> {
    const { database } = this.#options.at
    const isCounted = target.request.expectedCount !== undefined && resume !== undefined && !target.isAdded
    const { at, caller } = this.#options
    const { grant } = target
    // Documents by name are judged as they are handed over.
    if (listened.kind === 'documents') grant.renew(context)
    const filter = new NameFilter((path) => formatDocumentName(at.project, database, path))
    // A client that was answered a commit finds it in its first snapshot.
    const reading = context.publisher.publishSettled()
    if (reading !== undefined) await reading
    await joinTarget({
      hub: context.hub,
      database,
      target,
      listened,
      resume,
      isCounted,
      memory: this.#options.memory ?? uncounted,
      place:
        caller.kind === 'admin' || caller.from === undefined ? undefined : placeWithSite(caller.from.clientAddress),
      send: (documents, { isReset }) => this.#sendDocuments(target, documents, isReset),
      judge: (documents, { found }) =>
        authorizeDocuments(context, caller, at, documents, grant.scope(at.database, found)),
      settle: () => (target.isInDoubt ? this.#judge.settle(target, context) : undefined),
      prepareNames: (names) => filter.prepare(names),
      deliver: (result) => this.#deliver(target, context, result, filter),
    })
  }

  /**
   * Documents of a result that is too large to be held wait for the client one by one, and no snapshot speaks for all until the rest of it
   * was delivered.
   */
  async #sendDocuments(target: SessionTarget, documents: Iterable<Document>, isReset: boolean): Promise<void> {
    const targetId = target.id
    const turn = new Turn()
    if (!target.isAdded) this.#send({ kind: 'added', targetId })
    target.isAdded = true
    target.isCatchingUp = true
    this.#behind.add(target)
    if (isReset && (await this.#isReadyFor(target))) this.#send({ kind: 'reset', targetId })
    for (const document of documents) {
      if (turn.isOver) await turn.next()
      if (!(await this.#isReadyFor(target))) return
      this.#send({ kind: 'change', document, targetIds: [targetId], removedTargetIds: [] })
    }
  }

  /** What is sent now to a target leaves at once. False: the target is gone. */
  async #isReadyFor(target: SessionTarget): Promise<boolean> {
    while (!this.#outbox.isOpen && !target.isGone) await this.#outbox.opened()
    if (this.#context !== undefined && target.isInDoubt) {
      await this.#judge.settle(target, this.#context)
      return await this.#isReadyFor(target)
    }
    return !target.isGone
  }

  /** Between two commits: everything the client needs to have the whole result, then a snapshot. */
  #deliver(target: SessionTarget, context: ProjectContext, result: LoadedResult, filter: NameFilter): void {
    const targetId = target.id
    const version = context.hub.version
    const targetIds = [targetId]
    this.#readTime = Math.max(this.#readTime, context.hub.readTime())
    const readTime = this.#readTime
    if (!target.isAdded) this.#send({ kind: 'added', targetId })
    target.isAdded = true
    // It follows from here on, and may have to catch up with the very next commit.
    target.isCatchingUp = false
    if (result.isReset) this.#send({ kind: 'reset', targetId })
    for (const [path, document] of result.upserts) {
      this.#send({ kind: 'change', document, targetIds, removedTargetIds: [] })
      // To write it may have taken many times its text.
      result.upserts.delete(path)
    }
    const isAsked = isUnderRules(this.#options.caller)
    let shown = 0
    for (const [path, document] of result.leaves) {
      if (document === undefined) this.#send({ kind: 'delete', path, readTime, removedTargetIds: targetIds })
      else if ((isAsked ? shown++ : 0) < LEAVES_SHOWN_MAX && this.#judge.mayShow(target, document, context)) {
        this.#send({ kind: 'change', document, targetIds: [], removedTargetIds: targetIds })
      } else this.#send({ kind: 'remove', path, readTime, removedTargetIds: targetIds })
    }
    if (result.names !== undefined) {
      const unchangedNames = filter.of(result.names)
      this.#send({ kind: 'filter', targetId, count: result.names.size, unchangedNames })
    }
    const resumeToken = encodeResumeToken(this.#incarnation, this.#options.at.database, version)
    this.#send({ kind: 'current', targetId, readTime, resumeToken })
    this.#behind.delete(target)
    this.#sendSnapshot(readTime)
    if (target.request.once === true) {
      this.#drop(target)
      this.#send({ kind: 'removed', targetId })
    }
  }

  #sendSnapshot(time: Version): void {
    const context = this.#context
    // What a commit has changed is being told: the snapshot behind it speaks for this one, too.
    if (!this.#messages.isEmpty) return
    if (this.#isOver || context === undefined || this.#behind.size > 0) return
    this.#readTime = Math.max(this.#readTime, time)
    const resumeToken = encodeResumeToken(this.#incarnation, this.#options.at.database, context.hub.version)
    this.#send({ kind: 'snapshot', readTime: this.#readTime, resumeToken })
  }

  /** The client reads too slowly: what was held for it is forgotten, and read again from the store when it goes on. */
  #fallBehind(): void {
    const isWhole = this.#outbox.forgetChanges()
    for (const target of this.#targets.values()) {
      if (!target.isAdded) continue
      if (!isWhole) target.isKnown = false
      target.unfollow()
      this.#behind.add(target)
    }
  }

  async #catchUp(target: SessionTarget): Promise<void> {
    const context = this.#context
    if (context === undefined || target.listened === undefined) return
    target.isCatchingUp = true
    try {
      await this.#join(target, context, target.listened, target.isKnown ? { since: this.#sentVersion } : 'unusable')
    } catch (error) {
      this.#refuse(target, error as Error)
    }
  }

  /** Everything that leaves the session passes here, so this is what the client really knows. */
  #emit(event: ListenEvent): void {
    switch (event.kind) {
      case 'current': {
        const target = this.#targets.get(event.targetId)
        if (target !== undefined) target.isKnown = true
        break
      }
      case 'reset': {
        const target = this.#targets.get(event.targetId)
        if (target !== undefined) target.isKnown = false
        break
      }
      case 'snapshot':
        this.#sentVersion =
          decodeResumeToken(this.#incarnation, this.#options.at.database, event.resumeToken) ?? this.#sentVersion
        break
      default:
        break
    }
    this.#options.emit(event)
  }

  #refuse(target: SessionTarget, cause: Error): void {
    if (target.isGone || this.#isOver) return
    this.#drop(target)
    this.refuseTarget(target.id, cause)
    if (this.#behind.size === 0 && this.#context !== undefined && target.isAdded) {
      this.#sendSnapshot(this.#context.hub.readTime())
    }
  }

  #send(event: ListenEvent): void {
    this.#outbox.send(event)
    const { refusal } = this.#outbox
    // Not in the midst of what is told to all.
    if (refusal !== undefined) queueMicrotask(() => this.end(refusal))
  }

  /** A client that asks on and on without taking an answer has its stream ended. */
  #answer(event: ListenEvent): void {
    this.#send(event)
    if (!this.#outbox.isFlooded) return
    const text = 'Too many answers wait for the client of this stream, which reads none of them.'
    this.end(new StatusError('resource-exhausted', 'TOO_MANY_UNREAD_ANSWERS', text))
  }

  #drop(target: SessionTarget): void {
    target.isGone = true
    this.#options.memory?.give(target.heldBytes)
    this.#targetBytes -= target.heldBytes
    target.heldBytes = 0
    target.grant.end()
    target.unfollow()
    this.#behind.delete(target)
    this.#messages.forget(target.id)
    if (this.#targets.get(target.id) === target) this.#targets.delete(target.id)
  }
}
