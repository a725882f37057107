import { isServerOwner } from '../access/admin-access.ts'
import { type FindStanding, roleIn } from '../access/project-team.ts'
import { createIdentity, type Identity } from '../identity/identity.ts'
import type { Mails } from '../identity/messages/action-mails.ts'
import { DevMailbox, DevTextMessages } from '../identity/messages/dev-outbox.ts'
import type { FindRole } from '../identity/sessions/operator-sessions.ts'
import type { TextMessages } from '../identity/sign-in/phone-codes.ts'
import { RateLimit } from '../lib/rate-limit.ts'
import { MailOutbox } from '../mails/mail-outbox.ts'
import { MailTemplates } from '../mails/mail-templates.ts'
import { ChangingTransport } from '../mails/mail-transport.ts'
import { TestMails } from '../mails/test-mails.ts'
import type { ServerSettings } from '../operations/server-settings.ts'
import { createFindProjectName, createFindProjectTeam } from '../projects/find-team.ts'
import { createInvitationMail, Invitations } from '../projects/invitations.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'
import { createTeamNotes } from '../projects/team-notes.ts'
import { BlockingWebhook } from '../webhooks/blocking-webhook.ts'
import { SmsWebhook } from '../webhooks/sms-webhook.ts'
import { WebhookCalls } from '../webhooks/webhook-calls.ts'
import { WebhookSettings } from '../webhooks/webhook-settings.ts'
import type { BuildContext } from './build-context.ts'
import type { Access } from './compose-access.ts'
import type { DocumentServices } from './compose-documents.ts'
import type { Stores } from './compose-stores.ts'

/** How long a stream outlives the sessions of its account where a client of its own ended them: it must have the answer first. */
const OWN_REVOCATION_MS = 3_000
/** Of a project. */
const testMailRate = { calls: 10, windowMs: 60 * 60_000 }

interface Messages {
  readonly mails: Mails
  /** Whether mails reach somebody. */
  readonly isMailEnabled: () => boolean
  readonly mailTemplates: MailTemplates
  readonly testMails: TestMails
  readonly texts: TextMessages
  /** Undefined under `dev`, which shows mails instead of sending them. */
  readonly outbox: MailOutbox | undefined
  readonly webhooks: WebhookSettings
  readonly webhookCalls: WebhookCalls
  readonly hooks: BlockingWebhook
  /** What `hearth dev` shows instead of sending it. */
  readonly mailbox: DevMailbox
  readonly textMessages: DevTextMessages
}

export interface People extends Messages {
  readonly identity: Identity
  readonly findRole: FindRole
  readonly findStanding: FindStanding
  readonly invitations: Invitations
  readonly isConsoleSignUpOpen: boolean
}

/** Who people are, how the server reaches them, what those of the console may, and the end of what they had open when that changes. */
export async function composeIdentity(
  context: BuildContext,
  services: Stores & Access & DocumentServices,
): Promise<People> {
  const { config, ambient, operatorActs } = context
  const { clock, random, log } = ambient
  const { persistence, projects, storeOf, secrets, replacedStores, audit, callers, documents, consoleChanges } =
    services
  const messages = await composeMessages(context, services)
  const { mode, signInProviders } = config
  const isConsoleSignUpOpen = config.console.signUp === 'anyone'
  const findTeam = createFindProjectTeam(persistence)
  const findRole: FindRole = async (project, uid) => {
    const role = roleIn(await findTeam(project), uid)
    if (role === 'owner') return role
    const account = await identity.accounts.find(CONSOLE_PROJECT, uid)
    return isServerOwner({ claims: account?.customClaims ?? {} }) ? 'owner' : role
  }
  const findStanding: FindStanding = async (project, uid) => {
    const account = await identity.accounts.find(CONSOLE_PROJECT, uid)
    const mayEnter = account !== undefined && !account.disabled
    return { email: account?.email, role: mayEnter ? await findRole(project, uid) : undefined }
  }
  const invitations = new Invitations({
    documents,
    accounts: {
      hasEmail: async (email) => (await identity.accounts.findByEmail(CONSOLE_PROJECT, email)) !== undefined,
      create: async (account) => (await identity.accounts.create({ project: CONSOLE_PROJECT, ...account })).uid,
      delete: (uid) => identity.accounts.delete(CONSOLE_PROJECT, uid),
    },
    clock,
    random,
  })
  const identity = createIdentity({
    ...ambient,
    mode,
    storeOf,
    listProjects: () => projects.list(),
    secrets,
    consoleProject: CONSOLE_PROJECT,
    passwordCost: context.shared.passwordCost,
    makeKeyPair: context.shared.makeKeyPair,
    consoleSignUp: isConsoleSignUpOpen,
    signUpsPerHour: config.signUpsPerHour,
    failedSignIns: config.failedSignIns,
    sessionIdleMsMax: config.sessionIdleMsMax,
    findRole,
    onServerRequest: (project) => services.appContacts.note(project),
    mails: messages.mails,
    writeInvitation: createInvitationMail(invitations),
    messages: messages.texts,
    hooks: messages.hooks,
    google: signInProviders.google,
    devDomains: config.http.devOrigins.map((origin) => new URL(origin).hostname),
    providerReach: signInProviders.reach,
  })
  // A new name or new claims do no harm to what is open: they count from the next token on.
  identity.changes.subscribe(({ project, uid, kind }) => {
    if (kind === 'deleted' || kind === 'revoked') callers.revoke(project, uid)
    if (kind === 'revokedByItself') callers.revoke(project, uid, OWN_REVOCATION_MS)
  })
  identity.serviceKeys.revocations.subscribe(({ project, key }) => callers.revokeKey(project, key))
  identity.keys.withdrawn.subscribe((project) => callers.revokeAll(project))
  // Sessions and accounts may be gone with what came since.
  replacedStores.subscribe((project) => {
    identity.accounts.forget(project)
    identity.settings.forget(project)
    identity.tokens.forget(project)
    callers.revokeAll(project)
  })
  const { serviceKeys } = identity
  consoleChanges.subscribe(createTeamNotes({ audit, serviceKeys, onOperatorAct: operatorActs.publish, log }))
  return { ...messages, identity, findRole, findStanding, invitations, isConsoleSignUpOpen }
}

/** Mails and text messages, which are sent under `start` and shown on a page under `dev`, and the webhooks of projects. */
async function composeMessages(
  context: BuildContext,
  { persistence, projects, storeOf, sealedStoreOf, serverSettings }: Stores,
): Promise<Messages> {
  const { config } = context
  const { clock, random, log, announce } = context.ambient
  const isDev = config.mode === 'dev'
  const nowMs = (): number => clock.nowMs()
  const nameOf = createFindProjectName(persistence)
  const mailTemplates = new MailTemplates({ storeOf, nameOf, sender: config.mailSender })
  const transport = isDev ? undefined : new ChangingTransport()
  const mailbox = new DevMailbox({ consoleProject: CONSOLE_PROJECT, announce, nowMs })
  const textMessages = new DevTextMessages({ nowMs })
  const reach = config.webhookReach
  const webhooks = new WebhookSettings({ storeOf: sealedStoreOf, clock, random, reach })
  const calls = new WebhookCalls({ reach, clock, random, log })
  const listProjects = () => projects.list()
  const openOutboxBy = (by: ChangingTransport): MailOutbox => {
    const isSet = (): boolean => by.isSet
    const options = { storeOf, listProjects, transport: by, isSet, templates: mailTemplates, clock, random, log }
    return openOutbox(context, options, by, serverSettings)
  }
  const outbox = transport && openOutboxBy(transport)
  return {
    mails: outbox ?? mailbox,
    outbox,
    isMailEnabled: () => transport?.isSet !== false,
    mailTemplates,
    testMails: new TestMails({
      transport,
      templates: mailTemplates,
      rate: new RateLimit({ ...testMailRate, clock }),
    }),
    texts: isDev ? textMessages : new SmsWebhook({ settings: webhooks, calls, nameOf, clock }),
    webhooks,
    webhookCalls: calls,
    hooks: new BlockingWebhook({ settings: webhooks, calls, clock, log }),
    mailbox,
    textMessages,
  }
}

/** Sends by the mail server of the settings, whenever there is one. */
function openOutbox(
  { closers }: BuildContext,
  options: ConstructorParameters<typeof MailOutbox>[0],
  transport: ChangingTransport,
  settings: ServerSettings,
): MailOutbox {
  const outbox = new MailOutbox(options)
  closers.add(() => outbox.close())
  const follow = (): void => {
    transport.use(settings.mails)
    if (transport.isSet) outbox.start()
  }
  follow()
  closers.add(settings.mailChanges.subscribe(follow))
  return outbox
}
