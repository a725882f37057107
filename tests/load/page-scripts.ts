import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** Listeners keep a page's connections busy: no further script for so long is the end. */
const quietMs = 1000

/** Which scripts a page asked for, and what they come to when they are sent with gzip. */
export class PageScripts {
  readonly #addresses = new Set<string>()
  readonly #sizes = new Map<string, number>()

  constructor(page: Page) {
    page.on('request', (request) => {
      if (request.resourceType() === 'script') this.#addresses.add(request.url())
    })
  }

  get bytes(): number {
    return [...this.#sizes.values()].reduce((sum, size) => sum + size, 0)
  }

  /** Waits until nothing more is asked for. */
  async settle(): Promise<void> {
    for (let known = -1; known !== this.#addresses.size;) {
      known = this.#addresses.size
      await setTimeout(quietMs)
    }
    for (const address of this.#addresses) {
      if (this.#sizes.has(address)) continue
      const body = Buffer.from(await (await fetch(address)).arrayBuffer())
      this.#sizes.set(address, gzipSync(body, { level: 9 }).length)
    }
  }
}
