import type { Clock } from '../lib/ambient.ts'
import type { TaskQueue } from '../lib/task-queue.ts'
import type { KeepNoticeOutcome, NoticeOrder } from '../mails/mail-outbox.ts'
import type { RecordChange } from '../persistence/persistence.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import type { AlertCalls } from './alert-calls.ts'
import type { AlertSettings } from './alert-settings.ts'
import { alertNotice } from './alert-texts.ts'
import { type AlertEvent, type AlertMessage, type Incident, withDelivery, withMessage } from './incident.ts'
import type { Incidents } from './incidents.ts'

const HOUR_MS = 60 * 60_000
/** Of one project, or of the server; each goes to all of its receivers. */
export const MESSAGES_PER_HOUR = 12
const RECEIVERS_MAX = 50

/** What sends mails. */
export interface AlertMails {
  readonly isSet: () => boolean
  /** Keeps the mails and the records in one commit of the console's store. */
  readonly send: (notices: readonly NoticeOrder[], records: readonly RecordChange[]) => Promise<void>
}

export interface AlertTellerOptions {
  readonly incidents: Incidents
  readonly settings: { get(scope: string): Promise<AlertSettings> }
  readonly webhookOf: (scope: string) => Promise<Webhook | undefined>
  readonly calls: Pick<AlertCalls, 'planned' | 'deliverDue'>
  readonly mails: AlertMails
  /** Of the team of a project, or of the server's owner. */
  readonly addressesOf: (scope: string, team: AlertSettings['team']) => Promise<readonly string[]>
  readonly nameOf: (project: string) => Promise<string>
  readonly publicUrl: () => string | undefined
  readonly queue: TaskQueue
  readonly clock: Clock
}

/** Tells the receivers of a project, or of the server, of its incidents: what is told and that it is told are one commit. */
export class AlertTeller {
  readonly #options: AlertTellerOptions

  constructor(options: AlertTellerOptions) {
    this.#options = options
  }

  /** Keeps the incident as it is given, with the message about it on its way. */
  async tell(event: AlertEvent, incident: Incident): Promise<void> {
    const { incidents, settings, mails, calls, webhookOf, clock } = this.#options
    const { scope } = incident
    const now = clock.nowMs()
    const sent = (await incidents.listSent(scope)).filter((at) => Math.abs(now - at) < HOUR_MS)
    const isHeldBack = sent.length >= MESSAGES_PER_HOUR
    const [chosen, webhook] = await Promise.all([settings.get(scope), webhookOf(scope)])
    // Two of an incident are told apart by their times.
    const at = Math.max(now, (incident.messages.at(-1)?.at ?? 0) + 1)
    const notices = isHeldBack || !mails.isSet() ? [] : await this.#noticesOf(event, incident, at, chosen)
    const isCalled = webhook !== undefined && !isHeldBack
    const message: AlertMessage = {
      event,
      at,
      isHeldBack,
      mails: { waiting: notices.length, delivered: 0, failed: 0 },
      webhook: isCalled ? { state: 'waiting', attempts: 0 } : undefined,
    }
    const told = withMessage(incident, message)
    const records: RecordChange[] = event === 'ended' ? await incidents.ended(told) : incidents.changed(told)
    if (!isHeldBack) records.push(incidents.sent(scope, [...sent, now]))
    if (isCalled) records.push(calls.planned(told, at, this.#content(event, told)))
    if (notices.length > 0) await mails.send(notices, records)
    else await incidents.commit(records)
    if (isCalled) void calls.deliverDue()
  }

  /** One commit with what the outbox keeps of the same. */
  readonly keepOutcome: KeepNoticeOutcome = async ({ about, isDelivered }, records) => {
    const { queue, incidents } = this.#options
    const [scope = '', id = '', at] = about.split(' ')
    await queue.run(async () => {
      const incident = await incidents.find(scope, id)
      const changed =
        incident && withDelivery(incident, Number(at), ({ mails }) => ({ mails: tried(mails, isDelivered) }))
      await incidents.commit([...records, ...(changed === undefined ? [] : incidents.changed(changed))])
    })
  }

  /** Where the console shows what an alert is about; undefined while the server has no public address. */
  linkOf(scope: string): string | undefined {
    const origin = this.#options.publicUrl()
    if (origin === undefined) return undefined
    return scope === CONSOLE_PROJECT ? `${origin}/server` : `${origin}/projects/${scope}/settings?section=alerts`
  }

  /** Undefined for the server. */
  async nameOf(scope: string): Promise<string | undefined> {
    return scope === CONSOLE_PROJECT ? undefined : await this.#options.nameOf(scope)
  }

  async #noticesOf(
    event: AlertEvent,
    incident: Incident,
    at: number,
    { team, addresses, language }: AlertSettings,
  ): Promise<NoticeOrder[]> {
    const { scope, id } = incident
    const ofTeam = team === 'nobody' ? [] : await this.#options.addressesOf(scope, team)
    const receivers = new Map([...ofTeam, ...addresses].map((address) => [address.toLowerCase(), address]))
    const projectName = await this.nameOf(scope)
    const notice = alertNotice({ event, incident, projectName, link: this.linkOf(scope) }, language)
    const about = `${scope} ${id} ${at}`
    return [...receivers.values()].slice(0, RECEIVERS_MAX).map((to) => ({ kind: 'NOTICE', to, notice, about }))
  }

  #content(
    event: AlertEvent,
    { scope, id, kind, since, endedAt, figures }: Incident,
  ): Readonly<Record<string, unknown>> {
    return {
      event,
      incident: id,
      kind,
      since: timeOf(since),
      ...(endedAt !== undefined && { endedAt: timeOf(endedAt) }),
      figures,
      link: this.linkOf(scope),
    }
  }
}

function tried(mails: AlertMessage['mails'], isDelivered: boolean): AlertMessage['mails'] {
  const { waiting, delivered, failed } = mails
  return { waiting: waiting - 1, delivered: delivered + (isDelivered ? 1 : 0), failed: failed + (isDelivered ? 0 : 1) }
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}
