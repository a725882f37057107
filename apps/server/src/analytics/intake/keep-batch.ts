import type { KeptBatch, KeptEvent, ReportedBatch, ReportedEvent, ReportingApp } from '../event.ts'
import { hashText } from '../hash-text.ts'

/** An event that comes later is dated so far back and no further. */
export const lateMsMax = 30 * 24 * 60 * 60_000

/** A batch as it is kept, without those of its events that `isSeen` knows. The times of the client become times of the server. */
export function keepBatch(
  app: ReportingApp,
  { sentAt, events, ...reporter }: ReportedBatch,
  receivedAt: number,
  isSeen: (print: number) => boolean,
): KeptBatch {
  const kept: KeptEvent[] = []
  const inBatch = new Map<number, number>()
  for (const event of events) {
    const print = printOf(app.appId, reporter.clientId, event, inBatch)
    if (print !== undefined && isSeen(print)) continue
    const { name, params, engagementMs } = event
    kept.push({ name, time: timeOf(event, sentAt, receivedAt), params, engagementMs, print })
  }
  return { ...reporter, appId: app.appId, platform: app.platform, receivedAt, events: kept }
}

/** The client's clock may be off: what counts is how long before sending the event happened. */
function timeOf({ time }: ReportedEvent, sentAt: number | undefined, receivedAt: number): number {
  if (time === undefined) return receivedAt
  const age = sentAt === undefined ? receivedAt - time : sentAt - time
  return receivedAt - Math.min(Math.max(0, age), lateMsMax)
}

/**
 * By the event's id, else by everything that it says; equal ones of one batch are told apart by their order in it. Undefined without id
 * and time: then two that are equal are two.
 */
function printOf(
  appId: string,
  clientId: string,
  { id, name, time, params, engagementMs }: ReportedEvent,
  inBatch: Map<number, number>,
): number | undefined {
  if (id !== undefined) return hashText(`${appId}\0${clientId}\0${id}`)
  if (time === undefined) return undefined
  const text = `${appId}\0${clientId}\0${time}\0${name}\0${engagementMs ?? ''}\0${JSON.stringify(params)}`
  const print = hashText(text)
  const equals = inBatch.get(print) ?? 0
  inBatch.set(print, equals + 1)
  return equals === 0 ? print : hashText(`${text}\0${equals}`)
}
