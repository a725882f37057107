import type { App } from '../projects/projects.ts'

/** Text and finite numbers by name. */
export type Fields = Readonly<Record<string, string | number>>

/** What a client reports. Names and values are within `limits`. */
export interface ReportedEvent {
  /** Names this event when it is sent again; unique for the client. */
  readonly id?: string | undefined
  readonly name: string
  readonly params: Fields
  /** Milliseconds in which the page was seen and had the focus, since the event before. */
  readonly engagementMs?: number | undefined
  /** Milliseconds since the epoch, by the client's clock. */
  readonly time?: number | undefined
}

/** What a client says of the browser or device that it runs in, and what its request shows of it. */
export interface Device {
  /** BCP 47, as `en-GB`. */
  readonly language?: string | undefined
  /** IANA, as `Europe/London`. */
  readonly timeZone?: string | undefined
  readonly appVersion?: string | undefined
  readonly deviceCategory?: string | undefined
  readonly operatingSystem?: string | undefined
  readonly browser?: string | undefined
}

/** Who reports: one browser or device, and what it said about its user. */
export interface Reporter {
  /** The installation's id, or one the tag made. */
  readonly clientId: string
  readonly userId?: string | undefined
  readonly userProperties: Fields
  readonly sessionId?: string | undefined
  readonly sessionNumber?: number | undefined
  readonly device: Device
}

/** Events that came together. */
export interface ReportedBatch extends Reporter {
  /** When it was sent, in milliseconds by the client's clock. */
  readonly sentAt?: number | undefined
  readonly events: readonly ReportedEvent[]
}

export type ReportingApp = Pick<App, 'project' | 'appId' | 'platform'>

/** As kept: times are by the server's clock. */
export interface KeptEvent {
  readonly name: string
  /** When it happened, in milliseconds since the epoch; never after its batch was received. */
  readonly time: number
  readonly params: Fields
  readonly engagementMs?: number | undefined
}

export interface KeptBatch extends Reporter {
  readonly appId: string
  readonly platform: App['platform']
  /** Milliseconds since the epoch. */
  readonly receivedAt: number
  readonly events: readonly KeptEvent[]
}

/** The vendor's limits of an event (wire-protocol 5.2). */
export const limits = {
  nameLength: 40,
  params: 25,
  userProperties: 25,
  textLength: 500,
  idLength: 128,
  shortLength: 64,
  engagementMs: 86_400_000,
  eventsPerBatch: 25,
  batchBytes: 128 * 1024,
} as const

/** Parameters that say where an event happened. They come with every event of the client helper, beside the 25 of its own. */
export const placeParams: ReadonlySet<string> = new Set([
  'page_location',
  'page_title',
  'page_referrer',
  'page_path',
  'screen_name',
])
