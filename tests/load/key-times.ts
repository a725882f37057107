import type { Page } from '@playwright/test'
import { report } from './report.ts'

/** What is painted sooner the browser does not tell of, in milliseconds; it tells in steps of 8. */
export const leastToldMs = 16
const goalMs = 50

/**
 * How long keys take to the paint that shows what they did, as the browser's own event timing has it: from the moment of the key, waiting in
 * line and the browser's own work included. Each key is pressed and let go by itself, as people type, and counts with what took longer.
 */
export class KeyTimes {
  readonly #page: Page
  readonly #times = new Map<string, number[]>()

  private constructor(page: Page) {
    this.#page = page
  }

  /** Hears of the keys in every page that is opened from here on. */
  static async of(page: Page): Promise<KeyTimes> {
    await page.addInitScript((durationThreshold) => {
      const taken: number[] = []
      Object.assign(window, { keyTimes: taken })
      new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries()) if (name.startsWith('key')) taken.push(duration)
      }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
    }, leastToldMs)
    return new KeyTimes(page)
  }

  /** Presses a key, with the modifiers named before it (`Control+s`), and counts it among those of a kind. */
  async press(kind: string, shortcut: string): Promise<void> {
    await this.take()
    const keys = shortcut.split('+')
    for (const key of keys) await this.#page.keyboard.down(key)
    await this.#painted()
    for (const key of keys.toReversed()) await this.#page.keyboard.up(key)
    const times = this.#times.get(kind) ?? []
    times.push(Math.max(leastToldMs, ...(await this.take())))
    this.#times.set(kind, times)
  }

  /** Presses the keys of a text one after the other. */
  async type(kind: string, text: string): Promise<void> {
    for (const letter of text) await this.press(kind, letter === '\n' ? 'Enter' : letter === ' ' ? 'Space' : letter)
  }

  /** What the keys took since it was asked last, those that are too short to tell left out; once everything is painted. */
  async take(): Promise<readonly number[]> {
    await this.#painted()
    return await this.#page.evaluate(() => (window as unknown as { readonly keyTimes: number[] }).keyTimes.splice(0))
  }

  report(): void {
    for (const [kind, times] of this.#times) {
      const sorted = times.toSorted((a, b) => a - b)
      report({ name: `${kind}, median of ${times.length}`, unit: 'ms', measured: sorted[times.length >> 1] ?? 0 })
      report({ name: `${kind}, longest`, unit: 'ms', measured: sorted.at(-1) ?? 0, goal: goalMs })
    }
  }

  /** Two frames on, and told of. */
  async #painted(): Promise<void> {
    await this.#page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
      await new Promise((resolve) => setTimeout(resolve))
    })
  }
}
