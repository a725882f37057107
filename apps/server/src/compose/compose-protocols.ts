import { lastSegment, parentPath } from '@hearth/model'
import { NetworkRateLimit, RateLimit } from '../lib/rate-limit.ts'
import { FailedSignIns } from '../audit/failed-sign-ins.ts'
import type { Protocol } from '../http/route.ts'
import { likelyClaims } from '../identity/tokens/id-token-claims.ts'
import { findSignInWays } from '../identity/sign-in/sign-in-ways.ts'
import { UserPhotos } from '../people/user-photos.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'
import { createActionPageProtocol } from '../protocols/action-page/protocol.ts'
import { createAnalyticsDataProtocol } from '../protocols/analytics-data/protocol.ts'
import { createCloudStorageProtocol } from '../protocols/cloud-storage/protocol.ts'
import { createDevMessagesProtocol } from '../protocols/dev-messages/protocol.ts'
import { createEmulatorControlProtocol } from '../protocols/emulator-control/protocol.ts'
import { createFirebaseStorageProtocol } from '../protocols/firebase-storage/protocol.ts'
import { createFirestoreAdminProtocol } from '../protocols/firestore-admin/protocol.ts'
import { createFirestoreGrpcProtocol } from '../protocols/firestore-grpc/protocol.ts'
import { createFirestoreRestProtocol } from '../protocols/firestore-rest/protocol.ts'
import { createFirestoreWebchannelProtocol } from '../protocols/firestore-webchannel/protocol.ts'
import { openListenStream, openWriteStream } from '../protocols/firestore-webchannel/streams.ts'
import { createHearthAdminProtocol } from '../protocols/hearth-admin/protocol.ts'
import { createIdentityToolkitProtocol } from '../protocols/identity-toolkit/protocol.ts'
import { createInstallationsProtocol } from '../protocols/installations/protocol.ts'
import { createJobResultsProtocol } from '../protocols/job-results/protocol.ts'
import { createMeasurementProtocol } from '../protocols/measurement/protocol.ts'
import { createOauthProtocol } from '../protocols/oauth/protocol.ts'
import { createPageSetUpProtocol } from '../protocols/page-set-up/protocol.ts'
import { createProjectManagementProtocol } from '../protocols/project-management/protocol.ts'
import { createRulesApiProtocol } from '../protocols/rules-api/protocol.ts'
import { createStorageLinksProtocol } from '../protocols/storage-links/protocol.ts'
import { createSecureTokenProtocol } from '../protocols/secure-token/protocol.ts'
import { createSignInWindowProtocol } from '../protocols/sign-in-window/protocol.ts'
import { SignInAllowance } from '../protocols/sign-in-window/sign-in-allowance.ts'
import { RulesReplay } from '../rules/rules-replay.ts'
import { RulesVerdicts } from '../rules/verdicts/rules-verdicts.ts'
import { SavedTests } from '../rules/saved-tests.ts'
import { readVersion } from '../version.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { RequestLog } from '../request-log/request-log.ts'
import type { AlertServices } from './compose-alerts.ts'
import type { Access } from './compose-access.ts'
import type { DocumentServices } from './compose-documents.ts'
import type { People } from './compose-identity.ts'
import type { Operations } from './compose-operations.ts'
import type { ProjectServices } from './compose-projects.ts'
import type { Stores } from './compose-stores.ts'
import type { BuildContext } from './build-context.ts'

/** Of more users that a text names the audit log finds the first. */
const USERS_NAMED_MAX = 1000
/** Guesses of a set-up code from one address; the code has 192 bits. */
const setupAttempts = { calls: 200, windowMs: 60_000 }
/** Of the server's public address. */
const addressTests = { calls: 30, windowMs: 60 * 60_000 }
/** Bulk acts that one member of a team has written down; each begins and ends. */
const bulkActs = { calls: 240, windowMs: 60_000 }
/** A viewer at this pace fills half of an audit log in the time that its entries are kept. */
const viewerBulkActs = { calls: 120, windowMs: 60 * 60_000 }
/** Answers of providers from one address. A form comes twice: from the provider's site and from this server's page. */
const signInAnswers = { calls: 240, windowMs: 60_000 }

type Services = Stores &
  Access &
  DocumentServices &
  People &
  ProjectServices &
  Operations & { readonly alerts: AlertServices; readonly jobs: Jobs; readonly requestLog: RequestLog }

/** Every protocol, each in front of the services that it speaks for. */
export function composeProtocols(context: BuildContext, services: Services): Protocol[] {
  const { mode } = context.config
  const { clock, random, log } = context.ambient
  const onOperatorAct = context.operatorActs.publish
  const { projects, identity, mailbox, textMessages, mailTemplates, publishedRules, rulesInForce } = services
  const { documents, documentAdministration, files, thumbnails, installations, analytics, callers, audit } = services
  const { authenticator } = identity
  const recordAct = audit.record
  const failedSignIns = new FailedSignIns({ note: audit.note, clock })
  context.closers.add(() => failedSignIns.flush())
  const onFailedSignIn = failedSignIns.record
  const wire = { documents, authenticator, callers, random, log }
  const administration = documentAdministration
  return [
    createIdentityToolkitProtocol({
      ...identity,
      mode,
      clock,
      random,
      mailbox,
      textMessages,
      projects,
      onOperatorAct,
      recordAct,
      onFailedSignIn,
      onAppRequest: services.appContacts.note,
    }),
    createDevMessagesProtocol({ mailbox, textMessages, templates: mailTemplates }),
    createActionPageProtocol({ ...identity, projects }),
    createSignInWindowProtocol({
      ...identity,
      mode,
      devOrigins: context.config.http.devOrigins,
      projects,
      allowance: new SignInAllowance(clock),
      answerRate: new NetworkRateLimit({ ...signInAnswers, clock }),
    }),
    createPageSetUpProtocol({ mode, projects }),
    createSecureTokenProtocol({ ...identity, projects }),
    createOauthProtocol({ ...identity, onFailedSignIn }),
    createFirestoreGrpcProtocol(wire),
    createFirestoreRestProtocol(wire),
    createFirestoreAdminProtocol({ administration, authenticator, projects, onOperatorAct, recordAct, clock }),
    createFirestoreWebchannelProtocol({
      random,
      openListenStream: openListenStream(wire),
      openWriteStream: openWriteStream(wire),
    }),
    createEmulatorControlProtocol({ ...wire, files, projects, rulesInForce }),
    createProjectManagementProtocol({ projects, authenticator }),
    createRulesApiProtocol({ clock, published: publishedRules, projects, authenticator, recordAct, onOperatorAct }),
    createFirebaseStorageProtocol({ files, projects, authenticator, thumbnails }),
    createCloudStorageProtocol({ files, projects, authenticator, mode, recordAct }),
    createStorageLinksProtocol({
      files,
      projects,
      authenticator,
      thumbnails,
      serviceKeys: identity.serviceKeys,
      clock,
      recordAct,
    }),
    createInstallationsProtocol({ mode, projects, authenticator, installations, clock }),
    createMeasurementProtocol({ mode, clock, projects, analytics }),
    createAnalyticsDataProtocol({ analytics, authenticator, findRole: services.findRole, projects }),
    createJobResultsProtocol(services),
    hearthAdmin(context, services),
  ]
}

/** What the console may ask that no protocol of the vendor has. */
function hearthAdmin({ config, ambient, operatorActs }: BuildContext, services: Services): Protocol {
  const { clock, random } = ambient
  const { storeOf, projects, identity, decisions, rulesInForce, audit } = services
  const { accounts, authenticator, customTokens, serviceKeys, sessions, keys: signingKeys } = identity
  return createHearthAdminProtocol({
    ...services,
    mode: config.mode,
    version: readVersion(),
    nightly: config.backups,
    settings: {
      isSignUpOpen: services.isConsoleSignUpOpen,
      mayAnyoneCreateProjects: config.console.createProjects === 'anyone',
      isMailEnabled: services.isMailEnabled,
      server: services.serverSettings,
      historyDays: config.historyDays,
    },
    signInWaysOf: (project) => findSignInWays(identity, project),
    clock,
    authenticator,
    projects,
    addressTestRate: new RateLimit({ ...addressTests, clock }),
    setupRate: new NetworkRateLimit({ ...setupAttempts, clock }),
    bulkActRate: new RateLimit({ ...bulkActs, clock }),
    viewerBulkActRate: new RateLimit({ ...viewerBulkActs, clock }),
    customTokens,
    serviceKeys,
    signingKeys,
    findAccount: (uid) => accounts.find(CONSOLE_PROJECT, uid),
    recentSignIns: identity.recentSignIns,
    findUser: (realm, uid) => accounts.find(realm, uid),
    async findUsers(project, text) {
      const query = { text, order: 'uid', descending: false, offset: 0, limit: USERS_NAMED_MAX } as const
      return (await identity.findAccounts(project, query)).accounts
    },
    sendInvitation: (order) => identity.mails.send(CONSOLE_PROJECT, order),
    sessions,
    // Private networks stay out of reach whatever webhooks may call: an app's own users say where their pictures are.
    userPhotos: new UserPhotos({ reach: config.mode === 'dev' ? 'loopback' : 'public', clock }),
    rulesReplay: new RulesReplay({ storeOf, decisions, rulesInForce }),
    rulesVerdicts: new RulesVerdicts({
      mode: config.mode,
      consoleProject: CONSOLE_PROJECT,
      storeOf,
      rulesInForce,
      files: services.files,
      async sample(at, collection, pageSize) {
        const list = {
          parent: parentPath(collection),
          collectionId: lastSegment(collection),
          pageSize,
          showMissing: false,
        }
        const page = await services.documents.listDocuments({ kind: 'admin', project: at.project }, at, list)
        return page.documents.flatMap((document) => ('missing' in document ? [] : [document]))
      },
      async claimsOf(project, uid) {
        const account = await accounts.find(project, uid)
        return account && likelyClaims(project, account, clock.nowMs())
      },
      clock,
    }),
    savedTests: new SavedTests({ storeOf, clock, random }),
    onOperatorAct: operatorActs.publish,
    recordAct: audit.record,
  })
}
