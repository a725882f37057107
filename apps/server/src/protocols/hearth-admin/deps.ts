import type { Authenticator } from '../../access/caller.ts'
import type { FindStanding } from '../../access/project-team.ts'
import type { OnOperatorAct } from '../../access/operator-policy.ts'
import type { NetworkRateLimit, RateLimit } from '../../lib/rate-limit.ts'
import type { RecordAct } from '../../audit/audit-entry.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { AlertSettingsStore } from '../../alerts/alert-settings.ts'
import type { AlertTests } from '../../alerts/alert-tests.ts'
import type { Incidents } from '../../alerts/incidents.ts'
import type { Clock } from '../../lib/ambient.ts'
import type { Analytics } from '../../analytics/analytics.ts'
import type { DocumentAdministration } from '../../documents/administration.ts'
import type { InvitationOrder } from '../../identity/messages/action-mails.ts'
import type { CustomTokens } from '../../identity/tokens/project-custom-tokens.ts'
import type { ServiceKeys } from '../../identity/tokens/service-keys.ts'
import type { SigningKeys } from '../../identity/tokens/signing-keys.ts'
import type { Sessions } from '../../identity/sessions/sessions.ts'
import type { RecentSignIns } from '../../identity/sign-in/recent-sign-ins.ts'
import type { SignInWays } from '../../identity/sign-in/sign-in-ways.ts'
import type { Installations } from '../../installations/installations.ts'
import type { MailTemplates } from '../../mails/mail-templates.ts'
import type { TestMails } from '../../mails/test-mails.ts'
import type { Account } from '../../identity/accounts/account.ts'
import type { NightlyTime } from '../../backups/nightly-backups.ts'
import type { UserPhotos } from '../../people/user-photos.ts'
import type { ProjectBackups } from '../../backups/project-backups.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { ServerFacts, ServerReport } from '../../operations/server-report.ts'
import type { ServerSettings } from '../../operations/server-settings.ts'
import type { Invitations } from '../../projects/invitations.ts'
import type { OwnerReset } from '../../projects/owner-reset.ts'
import type { ProjectDocuments } from '../../projects/project-documents.ts'
import type { ProjectRemoval } from '../../projects/project-removal.ts'
import type { Files } from '../../files/files.ts'
import type { AppContacts } from '../../projects/app-contacts.ts'
import type { ProjectUsage } from '../../projects/project-usage.ts'
import type { ProjectRegistry } from '../../projects/project-registry.ts'
import type { SampleDocuments } from '../../projects/sample-documents.ts'
import type { ServerSetup } from '../../projects/server-setup.ts'
import type { RequestLog } from '../../request-log/request-log.ts'
import type { DecisionLog } from '../../rules/decision-log.ts'
import type { RulesInForce } from '../../rules/rules-in-force.ts'
import type { RulesReplay } from '../../rules/rules-replay.ts'
import type { RulesVerdicts } from '../../rules/verdicts/rules-verdicts.ts'
import type { SavedTests } from '../../rules/saved-tests.ts'
import type { ProjectTrends } from '../../trends/project-trends.ts'
import type { WebhookSettings } from '../../webhooks/webhook-settings.ts'

/** What the console may ask that no protocol of the vendor has. */
export interface HearthAdminDeps {
  readonly mode: 'start' | 'dev'
  readonly version: string
  readonly settings: {
    readonly isSignUpOpen: boolean
    readonly mayAnyoneCreateProjects: boolean
    /** Whether mails reach somebody. */
    readonly isMailEnabled: () => boolean
    /** What its owner sets on screen. */
    readonly server: ServerSettings
    /** For how many days earlier versions of documents are kept. */
    readonly historyDays: number
  }
  readonly signInWaysOf: (project: string) => Promise<SignInWays>
  readonly clock: Clock
  readonly authenticator: Authenticator
  readonly projects: ProjectRegistry
  readonly projectDocuments: ProjectDocuments
  readonly projectRemoval: Pick<ProjectRemoval, 'assertRemovable' | 'remove' | 'takeBack' | 'removeNow'>
  readonly backups: Pick<
    ProjectBackups,
    'list' | 'listDeleted' | 'findJob' | 'begin' | 'beginRestore' | 'remove' | 'takeBack' | 'removeNow'
  >
  readonly jobs: Pick<
    Jobs,
    'list' | 'get' | 'problemsOf' | 'start' | 'append' | 'begin' | 'cancel' | 'resume' | 'remove' | 'makeTicket'
  >
  readonly nightly: {
    /** On the clock of the machine; undefined: none are made by night. */
    readonly nightlyAt: NightlyTime | undefined
    readonly nightlyKept: number
  }
  readonly server: {
    readonly about: ServerFacts
    readonly takeStock: () => Promise<ServerReport>
  }
  readonly samples: SampleDocuments
  readonly setup: ServerSetup
  readonly ownerReset: Pick<OwnerReset, 'redeem'>
  readonly invitations: Pick<Invitations, 'getOpen' | 'makeCode' | 'describe' | 'accept' | 'join'>
  /** Throws `OPERATION_NOT_ALLOWED` where mails are not set up, and `TOO_MANY_ATTEMPTS_TRY_LATER`. */
  readonly sendInvitation: (order: InvitationOrder) => Promise<void>
  readonly leaveTeam: (project: string, uid: string) => Promise<void>
  /** An account of the console; undefined when it was deleted. */
  readonly findAccount: (uid: string) => Promise<Account | undefined>
  /** Users of a project who have a text in their address, name, number or uid; as many as one looks through. */
  readonly findUsers: (project: string, text: string) => Promise<readonly Account[]>
  /** Of the server's public address. */
  readonly addressTestRate: RateLimit
  /** By client address: attempts to use a set-up code, that of `hearth owner reset`, or that of an invitation. */
  readonly setupRate: NetworkRateLimit
  /** By project and member: bulk acts that are written down. */
  readonly bulkActRate: RateLimit
  /** The same for those who may only read. */
  readonly viewerBulkActRate: RateLimit
  readonly customTokens: CustomTokens
  readonly serviceKeys: ServiceKeys
  readonly signingKeys: Pick<SigningKeys, 'current' | 'published' | 'rotate'>
  readonly findStanding: FindStanding
  readonly recentSignIns: Pick<RecentSignIns, 'list'>
  readonly appContacts: Pick<AppContacts, 'list'>
  /** An account of a project or, as `<project>/<tenant>`, of one of its tenants. */
  readonly findUser: (realm: string, uid: string) => Promise<Account | undefined>
  readonly sessions: Pick<Sessions, 'list' | 'end'>
  readonly userPhotos: UserPhotos
  readonly mailTemplates: MailTemplates
  readonly testMails: TestMails
  readonly webhooks: WebhookSettings
  readonly alerts: {
    readonly isWatched: boolean
    readonly incidents: Pick<Incidents, 'listOf'>
    readonly settings: AlertSettingsStore
    readonly tests: AlertTests
  }
  readonly documentAdministration: DocumentAdministration
  readonly installations: Installations
  readonly analytics: Analytics
  readonly files: Pick<Files, 'settings' | 'updateSettings'>
  readonly decisions: Pick<DecisionLog, 'count' | 'group' | 'list' | 'slowest'>
  readonly requestLog: Pick<RequestLog, 'list'>
  readonly rulesReplay: Pick<RulesReplay, 'replay' | 'describe'>
  readonly rulesVerdicts: Pick<RulesVerdicts, 'judge' | 'explain'>
  readonly rulesInForce: Pick<RulesInForce, 'findOverride'>
  readonly savedTests: SavedTests
  readonly trends: Pick<ProjectTrends, 'list'>
  readonly usageOf: (project: string) => Promise<ProjectUsage>
  readonly onOperatorAct: OnOperatorAct
  readonly recordAct: RecordAct
  readonly audit: Pick<AuditLog, 'list'>
}
