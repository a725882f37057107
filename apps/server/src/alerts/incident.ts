import type { AlertDelivery, AlertFigures, AlertKind } from '@hearth/api'
import { quietMs, type Verdict } from './conditions.ts'

/** `opened` and `ended` come once, `reminder` a day after the last of them while it goes on. */
export type AlertEvent = 'opened' | 'reminder' | 'ended'

/** What was told of an incident, and how far it came. */
export interface AlertMessage {
  readonly event: AlertEvent
  /** Milliseconds since the epoch; no two of an incident have the same. */
  readonly at: number
  /** It was one too many within the hour. */
  readonly isHeldBack: boolean
  /** How many there are of each. */
  readonly mails: Readonly<Record<AlertDelivery, number>>
  readonly webhook: WebhookDelivery | undefined
}

export interface WebhookDelivery {
  readonly state: AlertDelivery
  readonly attempts: number
  /** Of the last answer. */
  readonly status?: number | undefined
}

/** Something that is wrong, from when it was found until it is over. Times are milliseconds since the epoch. */
export interface Incident {
  readonly id: string
  /** A project; that of the console stands for the server. */
  readonly scope: string
  readonly kind: AlertKind
  readonly since: number
  readonly endedAt: number | undefined
  /** When somebody was last told of it, or would have been. */
  readonly toldAt: number
  readonly figures: AlertFigures
  /** The last ten, the oldest first. */
  readonly messages: readonly AlertMessage[]
}

const DAY_MS = 24 * 60 * 60_000
const MESSAGES_KEPT = 10

/** What is to be told now; `fineForMs`: how long the verdict has been `fine` without a break, as far as this process knows. */
export function nextEvent(
  kind: AlertKind,
  open: Pick<Incident, 'toldAt'> | undefined,
  { verdict, now, fineForMs }: { readonly verdict: Verdict; readonly now: number; readonly fineForMs: number },
): AlertEvent | undefined {
  if (open === undefined) return verdict === 'bad' ? 'opened' : undefined
  if (verdict === 'fine') return fineForMs >= quietMs[kind] ? 'ended' : undefined
  return now - open.toldAt >= DAY_MS ? 'reminder' : undefined
}

export function withMessage(incident: Incident, message: AlertMessage): Incident {
  return { ...incident, toldAt: message.at, messages: [...incident.messages, message].slice(-MESSAGES_KEPT) }
}

/** The incident with another state of the message of that time; as it is where that is kept no longer. */
export function withDelivery(
  incident: Incident,
  at: number,
  change: (message: AlertMessage) => Partial<AlertMessage>,
): Incident {
  const messages = incident.messages.map((one) => (one.at === at ? { ...one, ...change(one) } : one))
  return { ...incident, messages }
}
