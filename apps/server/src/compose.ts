import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CallerWatch } from './access/caller-watch.ts'
import { isServerOwner } from './access/console-caller.ts'
import { readConsoleRules } from './access/console-rules.ts'
import type { OnOperatorAct } from './access/operator-acts.ts'
import { roleIn } from './access/project-team.ts'
import { RateLimit } from './access/rate-limit.ts'
import { RulesChanges } from './access/rules-changes.ts'
import { RulesGate } from './access/rules-gate.ts'
import { Analytics } from './analytics/analytics.ts'
import { AuditLog } from './audit/audit-log.ts'
import { DiskBlobs } from './blobs/disk/disk-blobs.ts'
import type { ServerConfig } from './config/server-config.ts'
import { readTlsFiles } from './config/tls-files.ts'
import { createDocumentAdministration } from './documents/administration.ts'
import { createDocuments } from './documents/document-service.ts'
import { createRooms, type DocumentsOptions } from './documents/project-room.ts'
import { createStandInRooms } from './documents/stand-in-rooms.ts'
import type { FileRoom } from './files/file-room.ts'
import { createFiles } from './files/file-service.ts'
import { createFilesHidingBuckets } from './files/hidden-buckets.ts'
import { createHouse, type House, type HouseAmbient } from './house.ts'
import type { Protocol } from './http/route.ts'
import { noMails } from './identity/action-mails.ts'
import { DevMailbox } from './identity/dev-mailbox.ts'
import { DevTextMessages } from './identity/dev-text-messages.ts'
import { createIdentity } from './identity/identity.ts'
import { findSignInWays } from './identity/sign-in-ways.ts'
import type { FindRole } from './identity/operator-sessions.ts'
import { Installations } from './installations/installations.ts'
import { openDataFolder } from './operations/data-folder.ts'
import { startDocumentUpkeep } from './operations/document-upkeep.ts'
import { startFileSweeps } from './operations/file-sweeps.ts'
import { IndexFiles } from './operations/indexes/index-files.ts'
import { RulesFiles } from './operations/rules/rules-files.ts'
import { MailOutbox } from './mails/mail-outbox.ts'
import { MailTemplates } from './mails/mail-templates.ts'
import { createSmtpTransport } from './mails/mail-transport.ts'
import { TestMails } from './mails/test-mails.ts'
import { openSecretsKey } from './operations/secrets-key.ts'
import { watchStores } from './operations/watch-stores.ts'
import { SqlitePersistence } from './persistence/sqlite/sqlite-persistence.ts'
import { type ConsoleRoom, openConsoleRoom } from './projects/console-room.ts'
import { createFindProjectName } from './projects/find-project-name.ts'
import { createFindProjectTeam } from './projects/find-team.ts'
import { lostRoles } from './projects/team-changes.ts'
import { createTeamNotes } from './projects/team-notes.ts'
import { consoleProject } from './projects/project-id.ts'
import { ProjectRegistry } from './projects/project-registry.ts'
import { projectUsage } from './projects/project-usage.ts'
import { createActionPageProtocol } from './protocols/action-page/protocol.ts'
import { createCloudStorageProtocol } from './protocols/cloud-storage/protocol.ts'
import { createDevMessagesProtocol } from './protocols/dev-messages/protocol.ts'
import { createEmulatorControlProtocol } from './protocols/emulator-control/protocol.ts'
import { createFirebaseStorageProtocol } from './protocols/firebase-storage/protocol.ts'
import { createFirestoreAdminProtocol } from './protocols/firestore-admin/protocol.ts'
import { createFirestoreGrpcProtocol } from './protocols/firestore-grpc/protocol.ts'
import { createFirestoreRestProtocol } from './protocols/firestore-rest/protocol.ts'
import { createFirestoreWebchannelProtocol } from './protocols/firestore-webchannel/protocol.ts'
import { openListenStream, openWriteStream } from './protocols/firestore-webchannel/streams.ts'
import { createHearthAdminProtocol } from './protocols/hearth-admin/protocol.ts'
import { createIdentityToolkitProtocol } from './protocols/identity-toolkit/protocol.ts'
import { createInstallationsProtocol } from './protocols/installations/protocol.ts'
import { createMeasurementProtocol } from './protocols/measurement/protocol.ts'
import { createRulesApiProtocol } from './protocols/rules-api/protocol.ts'
import { createStorageLinksProtocol } from './protocols/storage-links/protocol.ts'
import { createSecureTokenProtocol } from './protocols/secure-token/protocol.ts'
import { DecisionLog } from './rules/decision-log.ts'
import { createSignInWindowProtocol } from './protocols/sign-in-window/protocol.ts'
import { RulesInForce } from './rules/rules-in-force.ts'
import { RulesReplay } from './rules/rules-replay.ts'
import { RulesStore } from './rules/rules-store.ts'
import { SavedTests } from './rules/saved-tests.ts'
import { SecretBox } from './secrets/secret-box.ts'
import { sealedStore } from './secrets/sealed-store.ts'
import { readVersion } from './version.ts'
import { BlockingWebhook } from './webhooks/blocking-webhook.ts'
import { SmsWebhook } from './webhooks/sms-webhook.ts'
import { WebhookCalls } from './webhooks/webhook-calls.ts'
import { WebhookSettings } from './webhooks/webhook-settings.ts'

/** Guesses of a set-up code from one address; the code has 192 bits. */
const setupAttempts = { calls: 200, windowMs: 60_000 }
/** Sign-in windows opened from one address; each keeps a record for ten minutes. */
const signInStarts = { calls: 120, windowMs: 60_000 }
/** Of a project. */
const testMails = { calls: 10, windowMs: 60 * 60_000 }
const consoleFolder = join(import.meta.dirname, '../../console/dist')

/** Run in the reverse of the order they were added in; the later rooms stand on the earlier ones. */
type Closers = (() => Promise<void> | void)[]

/**
 * Builds everything. The only place that names concrete engines and introduces one part to another. When it fails, what was
 * opened so far is closed again.
 */
/** How long a stream outlives the sessions of its account, when they were ended. */
const revokedStreamsMs = 3_000

export async function composeHouse(config: ServerConfig, ambient: HouseAmbient): Promise<House> {
  const closers: Closers = []
  try {
    return await composeInto(closers, config, ambient)
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

async function composeInto(closers: Closers, config: ServerConfig, ambient: HouseAmbient): Promise<House> {
  const tls = await readTlsFiles(config.http.tls)
  const dataFolder = config.data.kind === 'folder' ? config.data.folder : await mkdtemp(join(tmpdir(), 'hearth-'))
  if (config.data.kind === 'ephemeral') closers.push(() => rm(dataFolder, { recursive: true, force: true }))
  const openFolder = openDataFolder(dataFolder, config.mode, {
    adopt: config.data.kind === 'folder' && config.data.adopt,
  })
  closers.push(() => openFolder.close())

  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>()
  const { protocols, setupCode } = await composeRooms(closers, dataFolder, config, ambient, fail)
  const { http, mode } = config
  const close = (): Promise<void> => closeAll(closers)
  return createHouse({ http, mode, ambient, tls, dataFolder, consoleFolder, protocols, setupCode, failed, close })
}

interface Rooms {
  readonly protocols: readonly Protocol[]
  readonly setupCode: () => string | undefined
}

/** The services and the protocols in front of them. */
async function composeRooms(
  closers: Closers,
  dataFolder: string,
  config: ServerConfig,
  ambient: HouseAmbient,
  onLatched: (cause: Error) => void,
): Promise<Rooms> {
  const { mode, defaultProject } = config
  const { clock, random, log } = ambient
  // Whoever reaches `dev` is on this machine.
  const isSignUpOpen = mode === 'dev' || config.console.signUp === 'anyone'

  const persistence = watchStores(await SqlitePersistence.open({ folder: dataFolder, clock }), (project, err) => {
    log.error({ err, project }, 'a store met an I/O error and takes no more writes')
    onLatched(err)
  })
  closers.push(() => persistence.close())
  const secrets = new SecretBox(openSecretsKey(dataFolder, config.secretsKey, random), random)
  const blobs = new DiskBlobs(join(dataFolder, 'blobs'))

  // The console's room stands on the gate and the registry, which tell it what happens.
  const later: { consoleRoom?: ConsoleRoom } = {}
  const projects = new ProjectRegistry({
    persistence,
    clock,
    random,
    mode,
    defaultProject,
    onFirstUse: (project) => later.consoleRoom?.noteFirstUse(project),
  })
  const storeOf = (project: string) => projects.store(project)
  const sealedStoreOf = async (project: string) => sealedStore(await storeOf(project), secrets, project)
  const mailbox = new DevMailbox({ consoleProject, announce: ambient.announce, nowMs: () => clock.nowMs() })
  const mailTemplates = new MailTemplates({ storeOf, nameOf: createFindProjectName(persistence) })
  const transport =
    mode === 'dev' || config.mails === undefined
      ? undefined
      : createSmtpTransport(config.mails.smtpUrl, config.mails.from)
  const outbox =
    transport === undefined
      ? undefined
      : new MailOutbox({
          storeOf,
          listProjects: () => projects.list(),
          transport,
          templates: mailTemplates,
          clock,
          random,
          log,
        })
  const textMessages = new DevTextMessages({ nowMs: () => clock.nowMs() })
  const allowsPrivateWebhooks = mode === 'dev' || config.allowsPrivateWebhooks
  const webhooks = new WebhookSettings({ storeOf: sealedStoreOf, clock, random, allowsPrivate: allowsPrivateWebhooks })
  const webhookCalls = new WebhookCalls({ allowsPrivate: allowsPrivateWebhooks, clock, random, log })
  const findTeam = createFindProjectTeam(persistence)
  const findRole: FindRole = async (project, uid) => {
    const account = project === consoleProject ? await identity.accounts.find(consoleProject, uid) : undefined
    if (account !== undefined && isServerOwner({ claims: account.customClaims ?? {} })) return 'owner'
    return roleIn(await findTeam(project), uid)
  }
  const identity = createIdentity({
    ...ambient,
    mode,
    storeOf,
    secrets,
    consoleProject,
    consoleSignUp: isSignUpOpen,
    findRole,
    mails: mode === 'dev' ? mailbox : (outbox ?? noMails),
    messages: mode === 'dev' ? textMessages : new SmsWebhook({ settings: webhooks, calls: webhookCalls, clock }),
    hooks: new BlockingWebhook({ settings: webhooks, calls: webhookCalls, clock, log }),
    google: config.signInProviders.google,
    allowsPrivateProviders: config.signInProviders.allowsPrivate,
  })
  if (outbox !== undefined) {
    outbox.start()
    closers.push(() => outbox.close())
  }
  const audit = new AuditLog({ storeOf, clock, log })
  closers.push(() => audit.settled())
  const { authenticator } = identity
  const recordAct = audit.record
  const onOperatorAct: OnOperatorAct = (act) => later.consoleRoom?.onOperatorAct(act)
  const callers = new CallerWatch({ clock, consoleProject })
  // A new name or new claims do no harm to what is open: they count from the next token on.
  identity.changes.subscribe(({ project, uid, kind }) => {
    if (kind === 'deleted') callers.revoke(project, uid)
    if (kind === 'revoked') callers.revoke(project, uid, revokedStreamsMs)
  })
  identity.keys.onWithdrawn((project) => callers.revokeAll(project))
  const rulesChanges = new RulesChanges()
  const publishedRules = new RulesStore({ storeOf, clock, random, changes: rulesChanges })
  const rulesInForce = new RulesInForce({
    clock,
    mode,
    consoleProject,
    readConsoleRules,
    published: publishedRules,
    changes: rulesChanges,
  })
  if (mode === 'dev') {
    const rulesFiles = await RulesFiles.open({ folder: config.rulesFolder, inForce: rulesInForce, log })
    closers.push(() => rulesFiles.close())
  }
  const decisions = new DecisionLog({ storeOf, clock, log })
  closers.push(() => decisions.write())
  const gate = new RulesGate({
    mode,
    consoleProject,
    findRules: (project, service, database) => rulesInForce.find(project, service, database),
    findDocument: async (project, database, path) => {
      const [stored] = await (await storeOf(project)).getDocuments([{ database, path }])
      return stored
    },
    clock,
    onOperatorAct,
    onDecision: decisions.record,
  })
  const indexFiles = mode === 'dev' ? await IndexFiles.open({ folder: config.rulesFolder, log }) : undefined
  closers.push(() => indexFiles?.[Symbol.dispose]())
  const noIndexes: IndexFiles['declared'] = new Map()
  const noteTeamChanges = createTeamNotes({ audit, serviceKeys: identity.serviceKeys, log })
  const documentsOptions: DocumentsOptions = {
    projects,
    gate,
    rulesChanges,
    clock,
    random,
    log,
    onPublished(project, changes) {
      if (project !== consoleProject) return
      for (const lost of lostRoles(changes)) callers.revokeOperator(lost.project, lost.uid)
      noteTeamChanges(changes)
    },
    declaredIndexesOf: (project) => (project === consoleProject ? noIndexes : (indexFiles?.declared ?? noIndexes)),
    isDatabaseMadeOnFirstUse: mode === 'dev',
  }
  const documentRooms = createRooms(documentsOptions)
  // Under `dev` whatever is named is there.
  const standIns = mode === 'start' ? createStandInRooms(documentsOptions) : undefined
  const documents = createDocuments(documentRooms, callers, standIns)
  const documentAdministration = createDocumentAdministration(documentRooms)
  indexFiles?.onDeclared(async (changed) => {
    for (const { id } of await projects.list()) {
      if (id === consoleProject) continue
      for (const [database, declared] of changed) {
        await documentAdministration.declareIndexes(id, database, declared, { isWhole: true })
      }
    }
  })
  closers.push(startDocumentUpkeep(projects, documentAdministration, log))
  const fileRoom: FileRoom = { projects, gate, blobs, clock, random, limits: config.files }
  const files =
    mode === 'start' ? createFilesHidingBuckets(fileRoom, (project) => projects.find(project)) : createFiles(fileRoom)
  closers.push(startFileSweeps(fileRoom, log))
  const installations = new Installations({ storeOf, clock, random })
  const analytics = new Analytics({ storeOf, clock, random })

  const room = await openConsoleRoom({
    ...ambient,
    persistence,
    projects,
    documents,
    dataFolder,
    mode,
    accounts: {
      exists: async (uid) => (await identity.accounts.find(consoleProject, uid)) !== undefined,
      findOwner: () =>
        identity.accounts.findUid(consoleProject, ({ customClaims }) => customClaims?.['serverRole'] === 'owner'),
      async create(owner) {
        await identity.accounts.create({ project: consoleProject, ...owner, claims: { serverRole: 'owner' } })
      },
    },
  })
  later.consoleRoom = room
  closers.push(() => room.close())
  const { projectDocuments, samples, setup } = room

  const wire = { documents, authenticator, callers, random, log }
  const channels = createFirestoreWebchannelProtocol({
    random,
    openListenStream: openListenStream(wire),
    openWriteStream: openWriteStream(wire),
  })
  return {
    setupCode: () => setup.code,
    protocols: [
      createIdentityToolkitProtocol({ ...identity, mode, mailbox, textMessages, projects, onOperatorAct, recordAct }),
      createDevMessagesProtocol({ mailbox, textMessages, templates: mailTemplates }),
      createActionPageProtocol({ ...identity, projects }),
      createSignInWindowProtocol({
        ...identity,
        mode,
        projects,
        startRate: new RateLimit({ ...signInStarts, clock }),
      }),
      createSecureTokenProtocol({ ...identity, projects }),
      createFirestoreGrpcProtocol(wire),
      createFirestoreRestProtocol(wire),
      createFirestoreAdminProtocol({
        administration: documentAdministration,
        authenticator,
        projects,
        onOperatorAct,
        recordAct,
      }),
      channels,
      createEmulatorControlProtocol({ ...wire, projects, rulesInForce }),
      createRulesApiProtocol({ clock, published: publishedRules, projects, authenticator, recordAct }),
      createFirebaseStorageProtocol({ files, projects, authenticator }),
      createCloudStorageProtocol({ files, projects, authenticator }),
      createStorageLinksProtocol({ files, projects, authenticator, serviceKeys: identity.serviceKeys, clock }),
      createInstallationsProtocol({ mode, projects, installations, clock }),
      createMeasurementProtocol({ mode, projects, analytics }),
      createHearthAdminProtocol({
        mode,
        version: readVersion(),
        settings: {
          isSignUpOpen,
          mayAnyoneCreateProjects: config.console.createProjects === 'anyone',
          isMailEnabled: mode === 'dev' || outbox !== undefined,
        },
        signInWaysOf: (project) => findSignInWays(identity, project),
        clock,
        authenticator,
        projects,
        projectDocuments,
        samples,
        setup,
        setupRate: new RateLimit({ ...setupAttempts, clock }),
        customTokens: identity.customTokens,
        serviceKeys: identity.serviceKeys,
        signingKeys: identity.keys,
        async findStanding(project, uid) {
          const account = await identity.accounts.find(consoleProject, uid)
          const mayEnter = account !== undefined && !account.disabled
          return { email: account?.email, role: mayEnter ? await findRole(project, uid) : undefined }
        },
        sessions: identity.sessions,
        webhooks,
        mailTemplates,
        testMails: new TestMails({ transport, templates: mailTemplates, rate: new RateLimit({ ...testMails, clock }) }),
        documentAdministration,
        installations,
        analytics,
        decisions,
        rulesReplay: new RulesReplay({ storeOf, decisions, rulesInForce }),
        rulesInForce,
        savedTests: new SavedTests({ storeOf, clock, random }),
        usageOf: (project) =>
          projectUsage(
            { storeOf, countUsers: (id) => identity.accounts.count(id), countFiles: (id) => files.usage(id) },
            project,
          ),
        onOperatorAct,
        recordAct,
        audit,
      }),
    ],
  }
}

/** Closes all of them, also when one fails; throws what failed first. */
async function closeAll(closers: Closers): Promise<void> {
  const failures: unknown[] = []
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
    try {
      await close()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
