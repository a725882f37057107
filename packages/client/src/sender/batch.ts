import type { CleanFields } from './clean-event.ts'

/** Who reports: the same for all events of a batch. */
export interface Reporter {
  readonly measurementId: string
  readonly clientId: string
  readonly userId?: string
  readonly userProperties: CleanFields
  readonly sessionId: string
  readonly sessionNumber: number
  readonly device: Device
}

/** What is said of the browser. There is no address in it: where it is, is guessed by its time zone. */
export interface Device {
  readonly language: string
  readonly timeZone: string
  /** As the page says it with `app_version`. */
  readonly appVersion?: string
}

export interface SentEvent {
  /** By it the server knows an event that comes twice. */
  readonly id: string
  readonly name: string
  readonly params: CleanFields
  readonly engagementMs: number
  /** Milliseconds since the epoch, by this browser's clock. */
  readonly time: number
}

export interface Batch {
  readonly reporter: Reporter
  readonly events: readonly SentEvent[]
}

const eventsMax = 25
/** A browser sends 64 KiB at most for a page that is left. */
const bytesMax = 60_000

/** The body of a request, as `POST /hearth/v1/collect` takes it. */
export function bodyOf({ reporter, events }: Batch, sentAt: number): string {
  return JSON.stringify({ ...reporter, sentAt, events })
}

/** The batch with one event more; undefined where it has no room for it or is somebody else's. */
export function joined(batch: Batch, reporter: Reporter, event: SentEvent): Batch | undefined {
  if (batch.events.length >= eventsMax) return undefined
  if (JSON.stringify(batch.reporter) !== JSON.stringify(reporter)) return undefined
  const grown = { reporter, events: [...batch.events, event] }
  return new TextEncoder().encode(JSON.stringify(grown)).length < bytesMax ? grown : undefined
}
