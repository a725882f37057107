import type { AuthEvent } from './auth-events.ts'
import { readSignInMessage } from './sign-in-message.ts'

const size = { width: 500, height: 600 }
const pollMs = 200
/** A message that was sent just before the window closed may still be on its way. */
const closedForMs = 500

/**
 * The window in which somebody signs in. It opens at once, empty, because a browser blocks what doesn't come straight from a click.
 * Tells `onEvent` once how it ended.
 */
export class SignInWindow {
  /** The one that was opened last, while it is open. */
  static #latest: SignInWindow | undefined
  readonly #window: Window
  readonly #stop = new AbortController()
  #giveUp: (() => void) | undefined

  private constructor(window: Window) {
    this.#window = window
  }

  /** Undefined when the browser blocked it. */
  static open(): SignInWindow | undefined {
    const left = Math.max(0, (screen.availWidth - size.width) / 2)
    const top = Math.max(0, (screen.availHeight - size.height) / 2)
    const features = `popup,width=${size.width},height=${size.height},left=${left},top=${top},scrollbars=yes`
    const opened = window.open('', '_blank', features)
    if (opened === null) return undefined
    SignInWindow.#latest = new SignInWindow(opened)
    return SignInWindow.#latest
  }

  /** Ends the sign-in whose window is open, if there is one, as if its window had been closed. */
  static cancel(): void {
    const latest = SignInWindow.#latest
    if (latest === undefined) return
    latest.#giveUp?.()
    latest.close()
  }

  navigate(address: string): void {
    this.#window.location.replace(address)
  }

  /** Ends what `watch` began, and closes the window. */
  close(): void {
    this.#stop.abort()
    this.#window.close()
    if (SignInWindow.#latest === this) SignInWindow.#latest = undefined
  }

  /**
   * A message counts when it comes from the server's origin and names this sign-in. Over the channel, which pages of one origin share,
   * come the messages of windows that a provider has cut off from their opener.
   */
  watch(
    origin: string,
    expected: { type: string; eventId: string; secret: string },
    onEvent: (event: AuthEvent) => void,
  ): void {
    const { signal } = this.#stop
    const take = (data: unknown): void => {
      const event = readSignInMessage(data, expected)
      if (event === undefined || signal.aborted) return
      this.#stop.abort()
      onEvent(event)
    }
    window.addEventListener('message', (message) => message.origin === origin && take(message.data), { signal })
    if (origin === location.origin) {
      const channel = new BroadcastChannel('hearth-sign-in')
      channel.addEventListener('message', (message) => take(message.data), { signal })
      signal.addEventListener('abort', () => channel.close())
    }
    this.#giveUp = () => take(closedMessage(expected))
    this.#watchClosing(this.#giveUp)
  }

  /**
   * A provider that isolates its pages makes a window look closed that is open. Somebody who has closed it is back at this page; who
   * still types into it is not.
   */
  #watchClosing(onClosed: () => void): void {
    let closedMs = 0
    const timer = setInterval(() => {
      closedMs = this.#window.closed && document.hasFocus() ? closedMs + pollMs : 0
      if (closedMs >= closedForMs) onClosed()
    }, pollMs)
    this.#stop.signal.addEventListener('abort', () => clearInterval(timer))
  }
}

function closedMessage({ type, eventId }: { type: string; eventId: string }): object {
  const error = {
    code: 'auth/popup-closed-by-user',
    message: 'The popup has been closed by the user before finalizing the operation.',
  }
  return { hearth: 'sign-in', type, eventId, error }
}
