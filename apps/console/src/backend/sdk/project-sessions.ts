import { HearthError } from '../api/hearth-error.ts'
import { lapsesMs, presence } from '../../browser/presence.ts'
import { lostChanges } from '../live/lost-changes.ts'
import { pendingWrites } from '../live/pending-writes.ts'
import { forgetKeptOf } from '../../browser/kept-owner.ts'
import type { ProjectSession } from './project-session.ts'

/** A session is renewed this long before it ends. */
const renewalLeadMs = 5 * 60_000
const retryMs = 30_000
/** After so long without a call that told of somebody the session is renewed at a sign of life, before the server lets it lapse under somebody who works on. */
const quietMs = 10 * 60_000
const maxTimerMs = 2 ** 31 - 1

/** In whose name projects are entered. */
export interface ConsoleUser {
  /** Throws when nobody is signed in, and `unavailable` when it can't be renewed for want of the server. */
  readonly idToken: () => Promise<string>
}

interface Entry {
  readonly opening: Promise<ProjectSession>
  /** undefined until it is open. */
  session: ProjectSession | undefined
  timer: ReturnType<typeof setTimeout> | undefined
  /** When a sign of life last renewed it, or tried to. */
  triedAt: number
  /** Nobody was there when it had to be renewed. */
  hasLapsed: boolean
}

/** The projects entered in this tab. Each keeps its operator session fresh while somebody is there. */
export class ProjectSessions {
  readonly #user: ConsoleUser
  readonly #entries = new Map<string, Entry>()
  readonly #onLost: (project: string) => Promise<void>

  /**
   * @param onLost told when a project can't be entered any more
   */
  constructor(user: ConsoleUser, onLost: (project: string) => Promise<void>) {
    this.#user = user
    this.#onLost = onLost
    presence.subscribe(() => this.#noticeActivity())
  }

  /** Enters a project, or comes back to one entered before. Throws what the server answers to somebody who may not. */
  async enter(project: string): Promise<ProjectSession> {
    const entered = this.#entries.get(project)
    if (entered !== undefined) return await entered.opening
    const entry: Entry = {
      opening: this.#open(project),
      session: undefined,
      timer: undefined,
      triedAt: 0,
      hasLapsed: false,
    }
    this.#entries.set(project, entry)
    try {
      const session = await entry.opening
      entry.session = session
      this.#renewLater(entry, session)
      return session
    } catch (thrown) {
      this.#entries.delete(project)
      if (isClosedTo(thrown)) forgetKeptOf(project)
      throw thrown
    }
  }

  /** Lets all of them rest on the session that the console's user has now. */
  renewAll(): void {
    for (const entry of this.#entries.values()) {
      entry.opening.then(
        (session) => this.#renew(entry, session),
        () => {
          // It was never entered.
        },
      )
    }
  }

  /** Asks the server whether a project can still be entered. */
  async check(project: string): Promise<void> {
    const entry = this.#entries.get(project)
    if (entry?.session !== undefined) await this.#renew(entry, entry.session)
  }

  /** Ends all of them, such as when the console's user signs out. */
  async leaveAll(): Promise<void> {
    const entries = [...this.#entries.values()]
    this.#entries.clear()
    await Promise.allSettled(
      entries.map(async (entry) => {
        clearTimeout(entry.timer)
        await (await entry.opening).close()
      }),
    )
  }

  async #open(project: string): Promise<ProjectSession> {
    // Nobody enters a project before they have signed in, and that screen should be there at once.
    const [{ ProjectSession }, { openOperatorSession }] = await Promise.all([
      import('./project-session.ts'),
      import('../api/operator-session.ts'),
    ])
    return await ProjectSession.open(
      project,
      async (idleMs) => await openOperatorSession(project, await this.#user.idToken(), idleMs),
    )
  }

  /** Never sooner than a moment from now, so that a clock that jumps can't make this a storm. */
  #renewLater(
    entry: Entry,
    session: ProjectSession,
    inMs = Math.max(session.endsAt - Date.now() - renewalLeadMs, retryMs),
  ): void {
    clearTimeout(entry.timer)
    entry.timer = setTimeout(() => void this.#renew(entry, session), Math.min(inMs, maxTimerMs))
  }

  async #renew(entry: Entry, session: ProjectSession): Promise<void> {
    if (this.#entries.get(session.id) !== entry) return
    // Without a key, a pointer or a transfer for so long it is left to lapse, and is renewed at the next sign of life.
    if (session.idleMs >= lapsesMs) {
      entry.hasLapsed = true
      return
    }
    try {
      await session.renew()
      this.#renewLater(entry, session)
    } catch (thrown) {
      if (isClosedTo(thrown)) {
        this.#entries.delete(session.id)
        // Its screens go before its app does.
        await this.#onLost(session.id)
        await session.close()
        for (const what of pendingWrites.endOf(session.app)) lostChanges.add({ ...what, why: 'closed' })
        forgetKeptOf(session.id)
        return
      }
      this.#renewLater(entry, session, retryMs)
    }
  }

  #noticeActivity(): void {
    for (const entry of this.#entries.values()) {
      const { session } = entry
      if (session === undefined) continue
      if (!entry.hasLapsed && Date.now() - session.toldAt < quietMs) continue
      // Signs come by the hundred; a server that doesn't answer is asked again by a timer.
      if (Date.now() - entry.triedAt < retryMs) continue
      entry.triedAt = Date.now()
      entry.hasLapsed = false
      void this.#renew(entry, session)
    }
  }
}

/** Only these words of the server's end a membership: whatever else was answered may be another's, or of the moment. */
const closedReasons: ReadonlySet<string> = new Set(['NOT_A_MEMBER', 'PROJECT_NOT_FOUND'])

function isClosedTo(thrown: unknown): boolean {
  return thrown instanceof HearthError && closedReasons.has(thrown.reason)
}
