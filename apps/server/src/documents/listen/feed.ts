import type { Document, Version } from '@hearth/model'
import type { Turn } from '../../lib/turn.ts'
import { type HeldMemory, HeldShare } from '../held-memory.ts'
import { heldBytes } from '../query/held-documents.ts'
import type { ResultChange } from './result-change.ts'

/** Changes that a load may fall behind, and about how much of their documents; beyond, it is begun anew. */
const BACKLOG_MAX = 10_000
const BACKLOG_BYTES_MAX = 8 * 1024 * 1024

/** Where changes go that a target has to hear of. */
export interface Listener {
  onChange(change: ResultChange): void
  /** There will be no more changes. */
  onFailure(cause: Error): void
}

/** A result is being read as it was at `version`; what happens after it is kept until the reading is over. */
export class Load implements Listener {
  readonly version: Version
  readonly #held: HeldShare
  #backlog: ResultChange[] = []
  #isBehind = false

  /** What it keeps is counted in `memory`. */
  constructor(version: Version, memory: HeldMemory) {
    this.version = version
    this.#held = new HeldShare(memory)
  }

  /** So much happened meanwhile that what was read is of no use. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  onChange(change: ResultChange): void {
    if (this.#isBehind) return
    this.#backlog.push(change)
    try {
      if (change.kind !== 'evict' && change.document !== undefined) this.#held.take(heldBytes(change.document))
    } catch {
      // Nobody who publishes is told that one of those who listen has no room.
      this.#isBehind = true
    }
    if (this.#backlog.length > BACKLOG_MAX || this.#held.heldBytes > BACKLOG_BYTES_MAX) this.#isBehind = true
    if (this.#isBehind) this.release()
  }

  /** It is over: nothing of it is kept. */
  release(): void {
    this.#backlog = []
    this.#held.release()
  }

  onFailure(): void {
    this.#isBehind = true
  }

  /** Brings what was read up to the version that the hub has reached. Answers what changed since the last time. */
  applyTo(result: LoadedResult): Map<string, Document | undefined> {
    const changed = new Map<string, Document | undefined>()
    const backlog = this.#backlog
    this.#backlog = []
    for (const change of backlog) {
      switch (change.kind) {
        case 'upsert':
          result.leaves.delete(change.path)
          result.upserts.set(change.path, change.document)
          result.names?.add(change.path)
          break
        case 'leave':
          result.upserts.delete(change.path)
          if (!result.isWhole) result.leaves.set(change.path, change.document)
          result.names?.delete(change.path)
          break
        case 'evict':
          // Windows are not loaded this way: they keep their result.
          continue
      }
      changed.set(change.path, change.document)
    }
    return changed
  }
}

/** What the client of a target must hear to know the whole result. */
export interface LoadedResult {
  /** Everything the client has of this target is void. */
  readonly isReset: boolean
  /** It is the whole result, so nothing has to be said of what is not in it. */
  readonly isWhole: boolean
  readonly upserts: Map<string, Document>
  /** Documents that are in the result no more, with their new state; undefined: deleted. */
  readonly leaves: Map<string, Document | undefined>
  /** Paths of the whole result, when the client wants to compare. */
  readonly names: Set<string> | undefined
}

/** Passes the changes of one live query, or of one document, to all who listen, and to the loads under way. */
export class Feed<L extends Listener = Listener> {
  readonly #listeners = new Set<L>()

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  add(listener: L): void {
    this.#listeners.add(listener)
  }

  remove(listener: L): void {
    this.#listeners.delete(listener)
  }

  /** In several turns when many listen. Nobody may be added before it is over. */
  send(change: ResultChange, turn: Turn): void | Promise<void> {
    return this.tell((listener) => listener.onChange(change), turn)
  }

  /** As `send`, of anything else. */
  tell(visit: (listener: L) => void, turn: Turn): void | Promise<void> {
    return tellEach(this.#listeners.values(), visit, turn)
  }

  fail(cause: Error): void {
    for (const listener of this.#listeners) listener.onFailure(cause)
  }
}

function tellEach<L>(listeners: Iterator<L>, visit: (listener: L) => void, turn: Turn): void | Promise<void> {
  for (let next = listeners.next(); next.done !== true; next = listeners.next()) {
    visit(next.value)
    if (turn.isOver) return turn.next().then(() => tellEach(listeners, visit, turn))
  }
  return undefined
}
