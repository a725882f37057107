import { type Document, StatusError, type Version } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { DatabaseRef, Documents, ListenEvent, ListenSession, Target } from '../documents/documents.ts'
import type { HeldMemory } from '../documents/held-memory.ts'

interface Followed {
  readonly documents: Map<string, Document>
  isAdded: boolean
  isCurrent: boolean
  cause: Error | undefined
  isRemoved: boolean
  filterCount: number | undefined
}

/** What a client knew when it was last told that everything fits together. */
export interface ClientSnapshot {
  readonly readTime: Version
  readonly resumeToken: Uint8Array
  /** By target; only those that are current. */
  readonly results: ReadonlyMap<number, ReadonlyMap<string, Document>>
}

/** A client of a listen session that follows the rules of the official SDKs, and throws when the server breaks one. */
export class ListenClient {
  readonly events: ListenEvent[] = []
  readonly snapshots: ClientSnapshot[] = []
  readonly session: ListenSession
  ended: Error | undefined
  readonly #targets = new Map<number, Followed>()
  #waiting: { readonly holds: () => boolean; readonly proceed: () => void }[] = []
  #readTime = 0

  constructor(documents: Documents, caller: Caller, at: DatabaseRef, memory?: HeldMemory) {
    this.session = documents.listen(caller, at, (event) => this.#onEvent(event), memory)
  }

  add(target: Target): void {
    this.#targets.set(target.targetId, {
      documents: new Map(),
      isAdded: false,
      isCurrent: false,
      cause: undefined,
      isRemoved: false,
      filterCount: undefined,
    })
    this.session.addTarget(target)
  }

  /** As `add`, with what an earlier client knew. */
  addKnowing(target: Target, documents: ReadonlyMap<string, Document>): void {
    this.add(target)
    for (const [path, document] of documents) this.#target(target.targetId).documents.set(path, document)
  }

  async current(...targetIds: number[]): Promise<ClientSnapshot> {
    return await this.until((snapshot) => targetIds.every((id) => snapshot.results.has(id)))
  }

  /** The first snapshot, from the newest seen on, that satisfies a condition. */
  async until(condition: (snapshot: ClientSnapshot) => boolean): Promise<ClientSnapshot> {
    const holds = () => {
      const last = this.snapshots.at(-1)
      return last !== undefined && condition(last)
    }
    await this.happened(holds)
    return this.snapshots.at(-1) as ClientSnapshot
  }

  async removed(targetId: number): Promise<Error | undefined> {
    await this.happened(() => this.#target(targetId).isRemoved)
    return this.#target(targetId).cause
  }

  /** Resolves when something holds that events bring about. */
  async happened(holds: () => boolean): Promise<void> {
    if (holds()) return
    await new Promise<void>((proceed) => this.#waiting.push({ holds, proceed }))
  }

  filterCount(targetId: number): number | undefined {
    return this.#target(targetId).filterCount
  }

  #target(targetId: number): Followed {
    const target = this.#targets.get(targetId)
    if (target === undefined) throw new Error(`The server speaks of target ${targetId}, which nobody asked for`)
    return target
  }

  #onEvent(event: ListenEvent): void {
    this.events.push(event)
    this.#apply(event)
    const ready = this.#waiting.filter(({ holds }) => holds())
    this.#waiting = this.#waiting.filter((waiting) => !ready.includes(waiting))
    for (const { proceed } of ready) proceed()
  }

  #apply(event: ListenEvent): void {
    switch (event.kind) {
      case 'ended':
        this.ended = event.cause
        break
      case 'added': {
        const target = this.#target(event.targetId)
        if (target.isAdded) throw new Error('A target was added twice')
        target.isAdded = true
        break
      }
      case 'removed':
        this.#target(event.targetId).isRemoved = true
        this.#target(event.targetId).isCurrent = false
        this.#target(event.targetId).cause = event.cause
        break
      case 'reset':
        this.#target(event.targetId).documents.clear()
        this.#target(event.targetId).isCurrent = false
        break
      case 'current':
        this.#advance(event.readTime)
        this.#target(event.targetId).isCurrent = true
        break
      case 'snapshot':
        this.#advance(event.readTime)
        this.snapshots.push({
          readTime: event.readTime,
          resumeToken: event.resumeToken,
          results: new Map(
            [...this.#targets]
              .filter(([, target]) => target.isCurrent)
              .map(([id, target]) => [id, new Map(target.documents)]),
          ),
        })
        break
      case 'change':
        for (const id of event.targetIds) this.#following(id).documents.set(event.document.path, event.document)
        for (const id of event.removedTargetIds) this.#following(id).documents.delete(event.document.path)
        break
      case 'delete':
      case 'remove':
        for (const id of event.removedTargetIds) this.#following(id).documents.delete(event.path)
        break
      case 'filter':
        this.#following(event.targetId).filterCount = event.count
        break
    }
  }

  #following(targetId: number): Followed {
    const target = this.#target(targetId)
    if (!target.isAdded || target.isRemoved) throw new Error(`Target ${targetId} is not there, yet it changes`)
    return target
  }

  #advance(readTime: Version): void {
    if (readTime < this.#readTime || readTime <= 0) throw new StatusError('internal', 'TIME', 'Time went back')
    this.#readTime = readTime
  }
}
