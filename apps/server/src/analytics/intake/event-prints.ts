import type { ReportedBatch, ReportedEvent, ReportingApp } from '../event.ts'
import { hashText } from '../hash-text.ts'

/**
 * What each event of a batch is known by when it comes again: its id, else everything that it says; equal ones of one batch are told apart by
 * their order in it. Undefined without id and time: then two that are equal are two.
 */
export function printsOf({ appId }: ReportingApp, { clientId, events }: ReportedBatch): (number | undefined)[] {
  const client = `${appId}\0${clientId}\0`
  const inBatch = new Map<number, number>()
  return events.map((event) => printOf(client, event, inBatch))
}

function printOf(
  client: string,
  { id, name, time, params, engagementMs }: ReportedEvent,
  inBatch: Map<number, number>,
): number | undefined {
  if (id !== undefined) return hashText(client + id)
  if (time === undefined) return undefined
  const text = `${client}${time}\0${name}\0${engagementMs ?? ''}\0${JSON.stringify(params)}`
  const print = hashText(text)
  const equals = inBatch.get(print) ?? 0
  inBatch.set(print, equals + 1)
  return equals === 0 ? print : hashText(`${text}\0${equals}`)
}
