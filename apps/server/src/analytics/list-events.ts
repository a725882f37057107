import { StatusError } from '@hearth/model'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { Device, KeptBatch, KeptEvent, Reporter } from './event.ts'
import { isLogKey, logKeyAt, logKeyBefore, newestLogKey, readLog } from './event-log.ts'
import { type GuessCountry, screenOf } from './roll-up/dimensions.ts'
import { Turn } from '../lib/turn.ts'

export interface ListedEvent extends Omit<Reporter, 'device'>, KeptEvent, Omit<Device, 'timeZone'> {
  readonly id: string
  readonly appId: string
  readonly platform: string
  /** Milliseconds since the epoch, by the server's clock. */
  readonly receivedAt: number
  /** A guess. */
  readonly countryId?: string | undefined
  readonly screen?: string | undefined
}

export interface EventPage {
  /** The newest first. */
  readonly events: readonly ListedEvent[]
  readonly nextPageToken: string | undefined
  /** For `after`: what there is up to now. */
  readonly newest: string
}

export interface EventListing {
  readonly pageSize: number
  readonly pageToken: string | undefined
  /** `newest` of an earlier page: only what came since. */
  readonly after: string | undefined
  readonly eventName: string | undefined
  readonly clientId: string | undefined
  /** Of one app alone. */
  readonly appId?: string | undefined
  /** Of those that arrived in this time alone: from the first millisecond up to, and without, the last. */
  readonly arrived?: { readonly fromMs: number; readonly untilMs: number } | undefined
}

const BLOCKS_PER_PAGE = 10
/** Events looked at for one page; a page of a rare event may be short, or empty, and have a next one all the same. */
const EVENTS_LOOKED_AT = 20_000

/** The newest events first. Throws `invalid-argument`/`INVALID_PAGE_TOKEN`. */
export async function listEvents(
  store: ProjectStore,
  { pageSize, pageToken, after, eventName, clientId, appId, arrived }: EventListing,
  guessCountry: GuessCountry,
): Promise<EventPage> {
  const token = pageToken === undefined ? undefined : parseToken(pageToken)
  if (after !== undefined && !isLogKey(after)) throw invalidToken()
  const newest = await newestLogKey(store)
  const events: ListedEvent[] = []
  let nextPageToken: string | undefined
  // Keys of the log are as long as one another, and so in the order of what they say.
  const first = greatest(after, arrived && logKeyBefore(arrived.fromMs))
  let before = least(token && `${token.block}\0`, arrived && logKeyAt(arrived.untilMs))
  const turn = new Turn()
  for (let looked = 0; nextPageToken === undefined;) {
    const range = { after: first, before }
    const page = await store.read((snapshot) => readLog(snapshot, range, { limit: BLOCKS_PER_PAGE, reverse: true }))
    for (const { key, batches } of page) {
      const own = flatten(batches)
      // The token names the last that was looked at.
      const end = token?.block === key ? Math.min(token.index, own.length) : own.length
      for (let index = end - 1; index >= 0; index--) {
        const found = own[index]
        if (found === undefined) continue
        const { batch, event } = found
        if (eventName !== undefined && event.name !== eventName) continue
        if (clientId !== undefined && batch.clientId !== clientId) continue
        if (appId !== undefined && batch.appId !== appId) continue
        if (events.length === pageSize) {
          nextPageToken = idOf(key, index + 1)
          break
        }
        events.push(listed(idOf(key, index), batch, event, guessCountry))
      }
      if (nextPageToken !== undefined) break
      looked += own.length
      if (looked >= EVENTS_LOOKED_AT) {
        nextPageToken = idOf(key, 0)
        break
      }
    }
    if (page.length < BLOCKS_PER_PAGE) break
    before = page.at(-1)?.key
    await turn.pause()
  }
  return { events, nextPageToken, newest: newest ?? after ?? ''.padStart(17, '0') }
}

function greatest(one: string | undefined, other: string | undefined): string | undefined {
  return other === undefined || (one !== undefined && one > other) ? one : other
}

function least(one: string | undefined, other: string | undefined): string | undefined {
  return other === undefined || (one !== undefined && one < other) ? one : other
}

function flatten(batches: readonly KeptBatch[]): { batch: KeptBatch; event: KeptEvent }[] {
  return batches.flatMap((batch) => batch.events.map((event) => ({ batch, event })))
}

function listed(id: string, batch: KeptBatch, event: KeptEvent, guessCountry: GuessCountry): ListedEvent {
  const { events: _events, device, ...reporter } = batch
  const { timeZone, ...shown } = device
  return {
    id,
    ...event,
    ...reporter,
    ...shown,
    countryId: guessCountry(timeZone, device.language),
    screen: screenOf(event),
  }
}

function idOf(block: string, index: number): string {
  return `${block}-${index}`
}

function parseToken(token: string): { block: string; index: number } {
  const [, block = '', index] = /^(\d{17})-(\d{1,7})$/.exec(token) ?? []
  if (index === undefined) throw invalidToken()
  return { block, index: Number(index) }
}

function invalidToken(): StatusError {
  return new StatusError('invalid-argument', 'INVALID_PAGE_TOKEN', 'The page token is not one of this list.')
}
