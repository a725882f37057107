import type { FirebaseApp } from 'firebase/app'
import { onIdTokenChanged, reload, signOut, type User } from 'firebase/auth'
import { HearthError } from '../backend/api/hearth-error.ts'
import { openConsoleApp, type ConsoleApp } from '../backend/sdk/console-app.ts'
import { failureOf } from '../backend/errors/failure.ts'
import { claimKept, forgetKept, leaveDrafts } from '../browser/kept-owner.ts'
import { mayReachServer } from '../browser/may-reach-server.ts'
import { closeTelemetry } from '../backend/telemetry.ts'
import { forgetCutShort } from './cut-short.ts'
import { lastTokenOf } from './last-token.ts'
import { accountOf, type SessionState, type SignedOutReason } from './session-state.ts'

/** Tabs tell each other why they sign out, which the SDK doesn't; and what they would lose, see `OtherTabs`. */
export const sessionChannel = 'hearth.session'
/** In the place of a reason: the session goes on after all. */
const goesOn = 'goes-on'
/** Coming back to the tab asks the server whether the session still stands, at most this often. */
const checkEveryMs = 60_000
/** Whoever has been sent a mail to verify the address reads it in another tab, and comes back. */
const checkUnverifiedEveryMs = 2_000
/** How long signing out waits for the server, and the question why a session ended. One that is away is not told: the session stays in its list until it is ended there. */
const endingMs = 3_000

/** Who uses the console. One for the life of the page; read it with `useSession`. */
export class Session {
  #opening: Promise<ConsoleApp> | undefined
  #state: SessionState = { status: 'starting' }
  #reason: SignedOutReason | undefined
  #checkedAt = 0
  #changes = 0
  readonly #listeners = new Set<() => void>()
  readonly #channel = new BroadcastChannel(sessionChannel)

  constructor() {
    this.#channel.addEventListener('message', ({ data }) => {
      if (data === 'chosen' || data === 'deleted') this.#reason = data
      if (data === goesOn) this.#reason = undefined
    })
    addEventListener('focus', () => void this.#checkSometimes())
  }

  /** The console's app. Asks the server at the first call; after a failure the next call asks again. */
  open(): Promise<ConsoleApp> {
    this.#opening ??= this.#open().catch((thrown: unknown) => {
      this.#opening = undefined
      throw thrown
    })
    return this.#opening
  }

  get state(): SessionState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getSnapshot = (): SessionState => this.#state

  /** The console's user. Throws when nobody is signed in. */
  uid = (): string => {
    if (this.#state.status !== 'signed-in') throw new Error('Nobody is signed in.')
    return this.#state.user.uid
  }

  /** The ID token of the console's user. Throws when nobody is signed in, and `unavailable` when it can't be renewed for want of the server. */
  idToken = async (): Promise<string> => {
    if (this.#state.status !== 'signed-in') throw new Error('Nobody is signed in.')
    return await this.#state.user.getIdToken().catch((thrown: unknown) => {
      const isAway = thrown instanceof Error && 'code' in thrown && thrown.code === 'auth/network-request-failed'
      throw isAway ? new HearthError({ code: 'unavailable', reason: 'NO_ANSWER', message: thrown.message }) : thrown
    })
  }

  /** The server has its owner now: the page needn't be loaded again to know it. */
  finishSetUp(): void {
    const opened = this.#opening
    if (opened === undefined) return
    this.#opening = opened.then((consoleApp) => ({
      ...consoleApp,
      settings: { ...consoleApp.settings, setupRequired: false },
    }))
  }

  /** Takes up what was changed in the user's record by the SDK's calls or by a fresh token. */
  async refresh(): Promise<void> {
    const { auth } = await this.open()
    await this.#take(auth.currentUser)
  }

  /** Signs out here and in every other tab, and ends the session at the server, with the operator sessions that began in it. */
  async signOut(reason: 'chosen' | 'deleted' = 'chosen'): Promise<void> {
    const { app, auth } = await this.open()
    this.expectEnd(reason)
    await Promise.race([
      // The server can't be reached, or has ended the session already? Here it ends anyway.
      Promise.allSettled([this.#endAtServer(), this.#forgetBrowser(app)]),
      new Promise((resolve) => setTimeout(resolve, endingMs)),
    ])
    // Also where the page is closed before the screens are left.
    if (auth.currentUser !== null) forgetKept(auth.currentUser.uid)
    await signOut(auth)
  }

  /** Before the SDK signs out in every tab, so that none of them takes up with the installation once more. */
  async #forgetBrowser(app: FirebaseApp): Promise<void> {
    closeTelemetry()
    const { forgetBrowser } = await import('../backend/sdk/forget-browser.ts')
    await forgetBrowser(app)
  }

  async #endAtServer(): Promise<void> {
    if (this.#state.status !== 'signed-in' || !mayReachServer()) return
    const id = this.#state.token.claims['hearth_session']
    if (typeof id !== 'string') return
    const { endOwnSession } = await import('../backend/api/end-own-session.ts')
    await endOwnSession(await this.idToken(), id)
  }

  /** Call before something that ends the session by itself, such as deleting the account. */
  expectEnd(reason: SignedOutReason): void {
    this.#reason = reason
    this.#tellTabs(reason)
  }

  /** The session goes on after all: what was expected to end it failed. */
  expectNoEnd(): void {
    this.#reason = undefined
    this.#tellTabs(goesOn)
  }

  #tellTabs(word: SignedOutReason | typeof goesOn): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    this.#channel.postMessage(word)
  }

  /** Asks the server whether the session still stands; the SDK signs out by itself when it doesn't. */
  async check(): Promise<void> {
    if (this.#state.status !== 'signed-in') return
    this.#checkedAt = Date.now()
    try {
      await reload(this.#state.user)
      await this.refresh()
    } catch {
      // The end of a session is told by the SDK, and without an answer it goes on.
    }
  }

  async #open(): Promise<ConsoleApp> {
    const opened = await openConsoleApp()
    if (opened.auth.currentUser === null) leaveDrafts()
    await this.#take(opened.auth.currentUser)
    onIdTokenChanged(opened.auth, (user) => void this.#take(user))
    return opened
  }

  async #take(user: User | null): Promise<void> {
    const change = ++this.#changes
    if (user === null) {
      const wasSignedIn = this.#state.status === 'signed-in'
      if (this.#state.status === 'signed-in' && this.#reason === undefined) {
        const why = await whyEnded(this.#state.user)
        if (change !== this.#changes) return
        this.#reason ??= why
      }
      const before = this.#state.status === 'signed-out' ? this.#state.reason : undefined
      this.#set({ status: 'signed-out', reason: this.#reason ?? (wasSignedIn ? 'ended' : before) })
      this.#reason = undefined
      return
    }
    claimKept(user.uid)
    const token = await user.getIdTokenResult().catch(() => lastTokenOf(user))
    if (token === undefined || change !== this.#changes) return
    forgetCutShort()
    this.#set({ status: 'signed-in', user, account: accountOf(user), token })
  }

  async #checkSometimes(): Promise<void> {
    const isAwaited = this.#state.status === 'signed-in' && !this.#state.account.emailVerified
    if (Date.now() - this.#checkedAt > (isAwaited ? checkUnverifiedEveryMs : checkEveryMs)) await this.check()
  }

  #set(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** The SDK signs out who was disabled, and says nothing of why. */
async function whyEnded(user: User): Promise<'disabled' | undefined> {
  try {
    await Promise.race([reload(user), new Promise((resolve) => setTimeout(resolve, endingMs))])
    return undefined
  } catch (thrown) {
    return failureOf(thrown).code === 'auth/user-disabled' ? 'disabled' : undefined
  }
}
