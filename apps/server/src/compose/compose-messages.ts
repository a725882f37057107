import { RateLimit } from '../lib/rate-limit.ts'
import { type Mails, noMails } from '../identity/messages/action-mails.ts'
import { DevMailbox } from '../identity/messages/dev-mailbox.ts'
import { DevTextMessages } from '../identity/messages/dev-text-messages.ts'
import type { TextMessages } from '../identity/sign-in/phone-codes.ts'
import { MailOutbox } from '../mails/mail-outbox.ts'
import { MailTemplates } from '../mails/mail-templates.ts'
import { createSmtpTransport } from '../mails/mail-transport.ts'
import { TestMails } from '../mails/test-mails.ts'
import { createFindProjectName } from '../projects/find-project-name.ts'
import { consoleProject } from '../projects/project-id.ts'
import { BlockingWebhook } from '../webhooks/blocking-webhook.ts'
import { SmsWebhook } from '../webhooks/sms-webhook.ts'
import { WebhookCalls } from '../webhooks/webhook-calls.ts'
import { WebhookSettings } from '../webhooks/webhook-settings.ts'
import type { Stores } from './compose-stores.ts'
import type { BuildContext } from './build-context.ts'

/** Of a project. */
const testMailRate = { calls: 10, windowMs: 60 * 60_000 }

export interface Messages {
  readonly mails: Mails
  /** Whether mails reach somebody. */
  readonly isMailEnabled: boolean
  readonly mailTemplates: MailTemplates
  readonly testMails: TestMails
  readonly texts: TextMessages
  readonly webhooks: WebhookSettings
  readonly hooks: BlockingWebhook
  /** What `hearth dev` shows instead of sending it. */
  readonly mailbox: DevMailbox
  readonly textMessages: DevTextMessages
}

/** How the server reaches people, by mail and text message under `start` and on a page under `dev`, and the webhooks of its projects. */
export async function composeMessages(
  context: BuildContext,
  { persistence, projects, storeOf, sealedStoreOf }: Stores,
): Promise<Messages> {
  const { config, closers } = context
  const { clock, random, log, announce } = context.ambient
  const isDev = config.mode === 'dev'
  const nowMs = (): number => clock.nowMs()
  const nameOf = createFindProjectName(persistence)
  const mailTemplates = new MailTemplates({ storeOf, nameOf, sender: config.mailSender })
  const transport = isDev || config.mails === undefined ? undefined : await createSmtpTransport(config.mails)
  const mailbox = new DevMailbox({ consoleProject, announce, nowMs })
  let mails: Mails = isDev ? mailbox : noMails
  if (transport !== undefined) {
    const listProjects = () => projects.list()
    const outbox = new MailOutbox({ storeOf, listProjects, transport, templates: mailTemplates, clock, random, log })
    outbox.start()
    closers.add(() => outbox.close())
    mails = outbox
  }
  const textMessages = new DevTextMessages({ nowMs })
  const reach = config.webhookReach
  const webhooks = new WebhookSettings({ storeOf: sealedStoreOf, clock, random, reach })
  const calls = new WebhookCalls({ reach, clock, random, log })
  return {
    mails,
    isMailEnabled: isDev || transport !== undefined,
    mailTemplates,
    testMails: new TestMails({
      transport,
      templates: mailTemplates,
      rate: new RateLimit({ ...testMailRate, clock }),
    }),
    texts: isDev ? textMessages : new SmsWebhook({ settings: webhooks, calls, nameOf, clock }),
    webhooks,
    hooks: new BlockingWebhook({ settings: webhooks, calls, clock, log }),
    mailbox,
    textMessages,
  }
}
