import { StatusError } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import { placeWithSite } from '../lib/shared-total.ts'
import { type SitePlace, SiteTurns } from '../lib/site-turns.ts'

/** Searches and explained queries of a project: each reads a whole collection. A service key waits as a site does. */
const limits = { running: 4, waiting: 200, waitingOfSite: 50 }

/** Lets a few searches go on at a time, in turns by where they come from. */
export class SearchTurns {
  readonly #turns = new SiteTurns(limits, tooManySearches)

  /** Rejects as `work` does, and `resource-exhausted`/`TOO_MANY_SEARCHES` when too many wait. */
  async run<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    return await this.#turns.run(placeOf(caller), work)
  }
}

function placeOf(caller: Caller): SitePlace {
  if (caller.kind !== 'admin' && caller.from !== undefined) return placeWithSite(caller.from.clientAddress)
  const site = caller.kind === 'admin' ? `key ${caller.key ?? ''}` : caller.kind
  return { network: site, site }
}

function tooManySearches(): StatusError {
  const text = 'The project runs as many vector searches and explained queries as it can. Try again in a moment.'
  return new StatusError('resource-exhausted', 'TOO_MANY_SEARCHES', text, { details: { retryAfterSeconds: 2 } })
}
