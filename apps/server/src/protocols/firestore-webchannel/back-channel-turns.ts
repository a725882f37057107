/** Over HTTP/1.1 browsers open six connections to one host; what is asked beyond waits for one of them. */
const BROWSER_CONNECTIONS = 6
/** How long an answer is held while other requests of the browser wait, and at most while none seem to. */
const TURN_MS_MIN = 20
const TURN_MS_MAX = 1_000

/** An answer that is held open until there is something to say. */
export interface HeldAnswer {
  readonly sid: string
  /** Ends it. The client asks again at once, behind the requests that wait in its browser. */
  end(): void
}

interface Browser {
  /** The one that is open longest is first. */
  readonly held: Set<HeldAnswer>
  timer: NodeJS.Timeout | undefined
  turnMs: number
  /** The channel that gave way last, until the next request arrives. */
  yieldedSid: string | undefined
}

/**
 * A tab with Firestore in it holds one or two answers open all the time, so three tabs of one browser use up its connections over
 * HTTP/1.1, and nothing that any of them sends gets through. Then its channels take turns: the answer that is open longest ends,
 * and one waiting request passes. Turns stay short as long as that is used; when the channel itself comes back first, nobody
 * waited, and they become longer.
 */
export class BackChannelTurns {
  readonly #browsers = new Map<string, Browser>()

  /** An answer is held open for `browser`; what this returns is to be called when it has ended. */
  enter(browser: string, answer: HeldAnswer): () => void {
    const entry = this.#browsers.get(browser) ?? newBrowser()
    this.#browsers.set(browser, entry)
    learn(entry, entry.yieldedSid === answer.sid)
    entry.held.add(answer)
    plan(entry)
    return () => this.#leave(browser, answer)
  }

  /** A request of `browser` arrived that is answered without delay. */
  pass(browser: string): void {
    const entry = this.#browsers.get(browser)
    if (entry !== undefined) learn(entry, false)
  }

  #leave(browser: string, answer: HeldAnswer): void {
    const entry = this.#browsers.get(browser)
    if (entry === undefined) return
    entry.held.delete(answer)
    if (entry.held.size > 0) return
    clearTimeout(entry.timer)
    this.#browsers.delete(browser)
  }
}

function newBrowser(): Browser {
  return { held: new Set(), timer: undefined, turnMs: TURN_MS_MIN, yieldedSid: undefined }
}

function learn(browser: Browser, isItself: boolean): void {
  if (browser.yieldedSid === undefined) return
  browser.yieldedSid = undefined
  browser.turnMs = isItself ? Math.min(TURN_MS_MAX, browser.turnMs * 2) : TURN_MS_MIN
}

function plan(browser: Browser): void {
  if (browser.held.size < BROWSER_CONNECTIONS || browser.timer !== undefined) return
  browser.timer = setTimeout(() => turn(browser), browser.turnMs).unref()
}

function turn(browser: Browser): void {
  browser.timer = undefined
  const [longest] = browser.held
  if (longest === undefined || browser.held.size < BROWSER_CONNECTIONS) return
  browser.held.delete(longest)
  browser.yieldedSid = longest.sid
  longest.end()
  plan(browser)
}
