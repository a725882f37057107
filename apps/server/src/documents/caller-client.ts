import type { Caller } from '../access/caller.ts'
import type { ReadClient } from '../persistence/persistence.ts'
import { type Place, placeWithSite } from '../lib/shared-total.ts'

/** Who reads for a caller. Where that is, is asked for only where somebody has to wait. */
export class CallerClient implements ReadClient {
  readonly #caller: Caller

  constructor(caller: Caller) {
    this.#caller = caller
  }

  get place(): string {
    const caller = this.#caller
    if (caller.kind === 'admin') return `key ${caller.key ?? ''}`
    return caller.from === undefined ? caller.kind : placeWithSite(caller.from.clientAddress).site
  }

  get isGone(): boolean {
    return this.#caller.kind !== 'admin' && this.#caller.from?.isGone === true
  }
}

/** Undefined for servers, and for those in this process. */
export function placeOfCaller(caller: Caller): Place | undefined {
  return caller.kind === 'admin' || caller.from === undefined ? undefined : placeWithSite(caller.from.clientAddress)
}
