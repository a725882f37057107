import type { KeptBatch, ReportedBatch, ReportedEvent, ReportingApp } from '../event.ts'

/** An event that comes later is dated so far back and no further. */
export const LATE_MS_MAX = 30 * 24 * 60 * 60_000

/** Those of a batch's events that are taken, as they are kept. */
export function keepBatch(app: ReportingApp, batch: ReportedBatch, receivedAt: number, isTaken: boolean[]): KeptBatch {
  const { sentAt, events, ...reporter } = batch
  const kept = events
    .filter((_event, index) => isTaken[index])
    .map((event) => {
      const { name, params, engagementMs } = event
      return { name, time: timeOf(event, sentAt, receivedAt), params, engagementMs }
    })
  return { ...reporter, appId: app.appId, platform: app.platform, receivedAt, events: kept }
}

/**
 * When an event happened by the server's clock. The client's may be off: what counts is how long before sending it happened.
 */
export function timeOf({ time }: ReportedEvent, sentAt: number | undefined, receivedAt: number): number {
  if (time === undefined) return receivedAt
  const age = sentAt === undefined ? receivedAt - time : sentAt - time
  return receivedAt - Math.min(Math.max(0, age), LATE_MS_MAX)
}
