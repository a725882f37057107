/** What a client reports. Names and values are within `limits`. */
export interface ReportedEvent {
  readonly name: string
  /** Text or number by name. */
  readonly params: Readonly<Record<string, string | number>>
  /** Milliseconds in which the page was seen and had the focus, since the event before. */
  readonly engagementMs: number | undefined
  /** Milliseconds since the epoch, by the client's clock. */
  readonly clientTime: number | undefined
}

/** Who reports: one browser or device, and what it said about its user. */
export interface Reporter {
  /** The installation's id, or one the tag made. */
  readonly clientId: string
  readonly userId: string | undefined
  readonly userProperties: Readonly<Record<string, string | number>>
  readonly sessionId: string | undefined
  readonly sessionNumber: number | undefined
}

/** As kept, and as the console lists it. */
export interface AnalyticsEvent extends ReportedEvent, Reporter {
  readonly id: string
  readonly appId: string
  /** Milliseconds since the epoch, by the server's clock. */
  readonly receivedAt: number
}

/** The vendor's limits of an event (wire-protocol 5.2). */
export const limits = {
  nameLength: 40,
  params: 25,
  userProperties: 25,
  textLength: 500,
  eventsPerBatch: 25,
  batchBytes: 128 * 1024,
} as const
