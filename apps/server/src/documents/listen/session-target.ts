import type { Target } from '../documents.ts'
import type { Listener } from './feed.ts'
import type { Listened } from './join-target.ts'
import type { ResultChange } from './result-change.ts'

/** What a target of a session tells it. */
export interface TargetOwner {
  onTargetChange(target: SessionTarget, change: ResultChange): void
  onTargetFailure(target: SessionTarget, cause: Error): void
}

/** A target of one session, from its request until it is removed. */
export class SessionTarget implements Listener {
  readonly request: Target
  /** Its request was answered with `added`. */
  isAdded = false
  /** It was removed or replaced: nothing of it may be sent any more. */
  isGone = false
  /** What it listens to, once that is checked and allowed. */
  listened: Listened | undefined
  /** The client has its whole result as of the session's last snapshot, or later. */
  isKnown = false
  /** Snapshots wait for what is being read of it: a large result, or what it missed when the client was too slow. */
  isCatchingUp = false
  readonly #owner: TargetOwner
  #release: (() => void) | undefined

  constructor(request: Target, owner: TargetOwner) {
    this.request = request
    this.#owner = owner
  }

  get id(): number {
    return this.request.targetId
  }

  /** It follows the commits. */
  get isLive(): boolean {
    return this.#release !== undefined
  }

  /** `release` gives back what it follows. */
  follow(release: () => void): void {
    this.#release = release
  }

  unfollow(): void {
    this.#release?.()
    this.#release = undefined
  }

  onChange(change: ResultChange): void {
    this.#owner.onTargetChange(this, change)
  }

  onFailure(cause: Error): void {
    this.#owner.onTargetFailure(this, cause)
  }
}
