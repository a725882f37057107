import type { Target } from '../documents.ts'
import { Grant } from './grant.ts'
import type { Listened } from './join-target.ts'
import type { WindowListener } from './live-window.ts'
import type { ResultChange } from './result-change.ts'
import type { Reviewed } from './reviews.ts'

/** What a target of a session tells it. */
export interface TargetOwner {
  /** What it was granted by has changed. Must not reject. */
  onTargetDoubt(target: SessionTarget): Promise<void>
  onTargetChange(target: SessionTarget, change: ResultChange): void
  /** What it follows is being read, and its changes wait for that; or that is over. */
  onTargetReading(target: SessionTarget): void
  onTargetFailure(target: SessionTarget, cause: Error): void
}

/** Changes that are kept for a target in doubt; with more it joins anew. */
const HELD_MAX = 100

/** A target of one session, from its request until it is removed. */
export class SessionTarget implements WindowListener, Reviewed {
  readonly request: Target
  readonly grant = new Grant(this)
  /** Its request was answered with `added`. */
  isAdded = false
  /** It was removed or replaced: nothing of it may be sent any more. */
  isGone = false
  /** What it listens to, once that is checked and allowed. */
  listened: Listened | undefined
  /** What is counted of what it asks for. */
  heldBytes = 0
  /** The client has its whole result as of the session's last snapshot, or later. */
  isKnown = false
  /** Snapshots wait for what is being read of it: a large result, or what it missed when the client was too slow. */
  isCatchingUp = false
  /** The changes that it holds are being judged. */
  isJudging = false
  readonly #owner: TargetOwner
  #isReading = false
  #release: (() => void) | undefined
  /** The last change of each document since it came into doubt. */
  #held = new Map<string, ResultChange>()

  constructor(request: Target, owner: TargetOwner) {
    this.request = request
    this.#owner = owner
  }

  get id(): number {
    return this.request.targetId
  }

  get isInDoubt(): boolean {
    return !this.isGone && this.grant.isInDoubt
  }

  review(): Promise<void> {
    return this.#owner.onTargetDoubt(this)
  }

  /** It follows the commits. */
  get isLive(): boolean {
    return this.#release !== undefined
  }

  /** `release` gives back what it follows. */
  follow(release: () => void): void {
    this.#release = release
  }

  /** What it follows is being read: its changes wait for that. */
  get isReading(): boolean {
    return this.#isReading
  }

  unfollow(): void {
    this.#release?.()
    this.#release = undefined
    this.#isReading = false
    this.#held.clear()
  }

  /** Keeps a change until it is known whether it may be told. */
  hold(change: ResultChange): void {
    this.#held.delete(change.path)
    this.#held.set(change.path, change)
    if (this.#held.size > HELD_MAX) this.unfollow()
  }

  get isHolding(): boolean {
    return this.#held.size > 0
  }

  held(): ReadonlyMap<string, ResultChange> {
    return new Map(this.#held)
  }

  /** Whether nothing has come to what it held. */
  holdsOnly(changes: ReadonlyMap<string, ResultChange>): boolean {
    if (this.#held.size !== changes.size) return false
    for (const [path, change] of this.#held) if (changes.get(path) !== change) return false
    return true
  }

  takeHeld(): ResultChange[] {
    const held = [...this.#held.values()]
    this.#held.clear()
    return held
  }

  onChange(change: ResultChange): void {
    this.#owner.onTargetChange(this, change)
  }

  onReading(isReading: boolean): void {
    this.#isReading = isReading
    this.#owner.onTargetReading(this)
  }

  onFailure(cause: Error): void {
    this.#owner.onTargetFailure(this, cause)
  }
}
