import type { Authenticator } from '../access/caller.ts'
import type { Ambient } from '../lib/ambient.ts'
import { AccessTokens } from './tokens/access-tokens.ts'
import { AccountAdministration } from './accounts/account-administration.ts'
import type { AccountChanges } from './accounts/account-changes.ts'
import { Topic } from '../lib/topic.ts'
import { AccountImport } from './accounts/account-import.ts'
import { type AccountQuery, findAccounts, type FoundAccounts } from './accounts/account-search.ts'
import { Accounts } from './accounts/accounts.ts'
import { AddressClaims } from './accounts/address-claims.ts'
import { Admission } from './sign-in/admission.ts'
import type { BlockingHooks } from './sign-in/blocking-hooks.ts'
import { ActionCodeUses } from './messages/action-code-uses.ts'
import { ActionCodes } from './messages/action-codes.ts'
import { ActionMails, type Mails, type WriteInvitation } from './messages/action-mails.ts'
import { EmailLinkSignIn } from './sign-in/email-link-sign-in.ts'
import { FederatedSignIn } from './sign-in/federated-sign-in.ts'
import { IdTokens } from './tokens/id-tokens.ts'
import { IdentitySettings } from './identity-settings.ts'
import type { StoreOf } from './store-of.ts'
import type { IdpVerifier } from './sign-in/idp-assertion.ts'
import { type FindRole, OperatorSessions } from './sessions/operator-sessions.ts'
import { OwnAccount } from './accounts/own-account.ts'
import { FailurePadding } from './passwords/failure-padding.ts'
import { type PasswordCost, PasswordHasher } from './passwords/password-hasher.ts'
import { PhoneCodes, type TextMessages } from './sign-in/phone-codes.ts'
import { PhoneSignIn } from './sign-in/phone-sign-in.ts'
import { everySmsRegion } from './sign-in/sms-regions.ts'
import { defaultPasswordPolicy } from './passwords/password-policy.ts'
import { ProjectCustomTokens } from './tokens/project-custom-tokens.ts'
import { SecondFactorEnrolment } from './sign-in/second-factor-enrolment.ts'
import { SecondFactorSignIn } from './sign-in/second-factor-sign-in.ts'
import type { Reach } from '../outbound/reach.ts'
import { type OpenRecords, sealedStore } from '../secrets/sealed-store.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { type MakeKeyPair, makeKeyPair as makeNewKeyPair } from './tokens/make-key-pair.ts'
import { ServiceKeys } from './tokens/service-keys.ts'
import { projectOf, type Realm, tenantOf } from './realm.ts'
import { Sessions } from './sessions/sessions.ts'
import { TotpSecrets } from './sign-in/totp.ts'
import { RecentSignIns } from './sign-in/recent-sign-ins.ts'
import { SignIns } from './sign-in/sign-ins.ts'
import { PublishedKeys } from './tokens/published-keys.ts'
import { SigningKeys } from './tokens/signing-keys.ts'
import { tenantStore, Tenants } from './tenants/tenants.ts'
import { TokenHolders } from './tokens/token-holders.ts'
import { TokenAuthenticator, warnOfForeignTokens } from './tokens/token-authenticator.ts'
import { AccessTokenOwners } from './providers/access-token-owners.ts'
import { BroughtTokens } from './providers/brought-tokens.ts'
import { PasskeyChallenges } from './passkeys/passkey-challenges.ts'
import { PasskeyEnrolment } from './passkeys/passkey-enrolment.ts'
import { PasskeySignIn } from './passkeys/passkey-sign-in.ts'
import { RelyingParties, loopbackParty } from './passkeys/relying-party.ts'
import { FederatedCredentials } from './providers/federated-credentials.ts'
import { IssuerKeys } from './providers/issuer-keys.ts'
import { OAuthClient } from './providers/oauth-client.ts'
import { OpenIdClient } from './providers/open-id-client.ts'
import { ProviderClients } from './providers/provider-client.ts'
import { ProviderFailures } from './providers/provider-failures.ts'
import { ProviderRefusals } from './providers/provider-refusals.ts'
import { SamlClient } from './providers/saml-client.ts'
import { type GoogleClient, ProviderConfigs } from './providers/provider-configs.ts'
import { createProviderFetch } from './providers/provider-fetch.ts'
import { SignInFlows } from './providers/sign-in-flows.ts'
import { unsignedAssertions } from './tokens/unsigned-assertions.ts'

/** The parts of the identity service, for those that compose the server; each protocol is given what it uses. */
export interface Identity {
  readonly accounts: Accounts
  readonly findAccounts: (realm: Realm, query: AccountQuery) => Promise<FoundAccounts>
  readonly changes: AccountChanges
  readonly settings: IdentitySettings
  readonly sessions: Sessions
  readonly signIns: SignIns
  readonly recentSignIns: RecentSignIns
  readonly holders: TokenHolders
  readonly mails: ActionMails
  readonly codeUses: ActionCodeUses
  readonly emailLinks: EmailLinkSignIn
  readonly federated: FederatedSignIn
  readonly idpCredentials: FederatedCredentials
  readonly providers: ProviderConfigs
  readonly flows: SignInFlows
  readonly phones: PhoneSignIn
  readonly secondFactors: SecondFactorSignIn
  readonly enrolment: SecondFactorEnrolment
  readonly passkeyEnrolment: PasskeyEnrolment
  readonly passkeySignIn: PasskeySignIn
  readonly ownAccount: OwnAccount
  readonly administration: AccountAdministration
  readonly imports: AccountImport
  readonly totpSecrets: TotpSecrets
  readonly tokens: IdTokens
  readonly customTokens: ProjectCustomTokens
  readonly keys: SigningKeys
  readonly tenants: Tenants
  readonly serviceKeys: ServiceKeys
  readonly accessTokens: AccessTokens
  readonly authenticator: Authenticator
}

export interface IdentityOptions extends Ambient {
  readonly mode: 'start' | 'dev'
  readonly storeOf: StoreOf
  readonly listProjects: () => Promise<readonly { readonly id: string }[]>
  /** Seals what opens doors: signing keys, secrets at sign-in providers. */
  readonly secrets: SecretBox
  /** The project whose accounts are people who run apps. */
  readonly consoleProject: string
  /** Whether anyone may make an account in the console. */
  readonly consoleSignUp: boolean
  /** How many accounts one network may make in a project under `hearth start`; undefined for no limit. */
  readonly signUpsPerHour: number | undefined
  /** How many sign-ins to one account from one address may fail in ten minutes under `hearth start` before each further one waits. */
  readonly failedSignIns: number
  /** How long a session lives without use; undefined until it is revoked. */
  readonly sessionIdleMsMax: number | undefined
  /** What operator sessions rest on, asked with each request of theirs. */
  readonly findRole: FindRole
  /** Told of each request with a credential of a server. */
  readonly onServerRequest?: (project: string) => void
  readonly mails: Mails
  /** Writes the mail of an invitation into the console. */
  readonly writeInvitation: WriteInvitation
  readonly messages: TextMessages
  readonly hooks: BlockingHooks
  /** Undefined: nobody signs in by Google under `hearth start`. */
  readonly google: GoogleClient | undefined
  /** Hosts of pages that `hearth dev` answers besides those of this machine: authorised domains until a project names others. */
  readonly devDomains: readonly string[]
  /** Where sign-in providers may be. */
  readonly providerReach: Reach
  /** The advised one when absent. */
  readonly passwordCost?: PasswordCost | undefined
  /** Makes a new pair each time when absent. */
  readonly makeKeyPair?: MakeKeyPair | undefined
}

export function createIdentity(options: IdentityOptions): Identity {
  const { mode, clock, random, consoleProject, makeKeyPair = makeNewKeyPair } = options
  const isDev = mode === 'dev'
  const isAppProject = (realm: string): boolean => realm !== consoleProject && tenantOf(realm) === undefined
  const storeOf: StoreOf = async (realm) => {
    const store = await options.storeOf(projectOf(realm))
    const tenant = tenantOf(realm)
    return tenant === undefined ? store : tenantStore(store, tenant)
  }
  const sealedStoreOf: OpenRecords = async (realm) => sealedStore(await storeOf(realm), options.secrets, realm)
  const settings = new IdentitySettings({
    storeOf,
    nowMs: () => clock.nowMs(),
    // A tenant begins with no way in; its settings open them.
    defaults: (project) => ({
      disabled: false,
      passwordPolicy: { ...defaultPasswordPolicy, refusesCommon: !isDev || project === consoleProject },
      signUp: project === consoleProject ? options.consoleSignUp : true,
      anonymous: isDev && isAppProject(project),
      passwordSignIn: tenantOf(project) === undefined,
      emailLinkSignIn: isDev && isAppProject(project),
      secondFactors:
        isDev && projectOf(project) !== consoleProject ? (['phone', 'totp'] as const) : (['totp'] as const),
      phoneSignIn: isDev && isAppProject(project),
      passkeys: isDev && isAppProject(project) ? loopbackParty : null,
      testPhoneNumbers: {},
      smsRegions: everySmsRegion,
      duplicateEmails: false,
      // As the vendor's emulator begins: the tests and examples that run against it count on the exact errors.
      emailPrivacy: !isDev || project === consoleProject,
      authorizedDomains: isDev
        ? ['localhost', '127.0.0.1', '[::1]', ...options.devDomains]
        : ['localhost', '127.0.0.1'],
    }),
  })
  const hasher = new PasswordHasher(random, options.passwordCost)
  const padding = new FailurePadding({ storeOf, hasher })
  const changes: AccountChanges = new Topic()
  const accounts = new Accounts({ storeOf, settings, hasher, changes, consoleProject, clock, random })
  const recentSignIns = new RecentSignIns()
  const sessions = new Sessions({
    storeOf,
    accounts,
    clock,
    random,
    recent: recentSignIns,
    idleMsMax: options.sessionIdleMsMax,
  })
  const operators = new OperatorSessions({
    storeOf,
    accounts,
    findRole: options.findRole,
    hasConsoleSession: (uid, sessionId) => sessions.goesOn(consoleProject, uid, sessionId),
    consoleProject,
    clock,
    random,
  })
  const published = new PublishedKeys({ registry: () => options.storeOf(consoleProject), clock })
  const keys = new SigningKeys({
    storeOf: sealedStoreOf,
    clock,
    published,
    makeKeyPair,
    listProjects: options.listProjects,
  })
  const tokens = new IdTokens({
    mode,
    consoleProject,
    keys,
    accounts,
    operators,
    hasSession: (realm, account, sessionId) => sessions.isOpen(realm, account, sessionId),
    changes,
    clock,
  })
  const serviceKeys = new ServiceKeys({ storeOf, clock, random, makeKeyPair })
  const accessTokens = new AccessTokens({ serviceKeys, secrets: options.secrets, clock, limited: !isDev })
  const customTokens = new ProjectCustomTokens({ mode, consoleProject, keys, serviceKeys, clock, random })
  const phoneCodes = new PhoneCodes({ storeOf, settings, messages: options.messages, clock, random, limited: !isDev })
  const admission = new Admission({ accounts, sessions, hooks: options.hooks })
  const claims = new AddressClaims({ accounts, sessions, settings, clock })
  const totpSecrets = new TotpSecrets(options.secrets)
  const pending = { storeOf, totpSecrets, accounts, sessions, phoneCodes, clock, random }
  const secondFactors = new SecondFactorSignIn({ ...pending, admission, limited: !isDev })
  const signIns = new SignIns({
    accounts,
    sessions,
    operators,
    tokens,
    admission,
    secondFactors,
    customTokens,
    settings,
    hasher,
    padding,
    clock,
    signUpsPerHour: options.signUpsPerHour,
    failedSignIns: options.failedSignIns,
    limited: !isDev,
  })
  const holders = new TokenHolders({ accounts, settings, tokens, clock })
  const onUsed = (realm: string, code: string): void => options.mails.codeUsed?.(realm, code)
  const onReplaced = (realm: string, subject: string): void => options.mails.codesReplaced?.(realm, subject)
  const codes = new ActionCodes({ storeOf, clock, random, onUsed, onReplaced })
  const mails = new ActionMails({
    accounts,
    codes,
    holders,
    settings,
    mails: options.mails,
    writeInvitation: options.writeInvitation,
    actionPath: isDev ? '/emulator/action' : '/action',
    clock,
    limited: !isDev,
  })
  const providers = new ProviderConfigs({ storeOf: sealedStoreOf, google: options.google })
  const fetch = createProviderFetch({ reach: options.providerReach })
  const refusals = new ProviderRefusals()
  const failures = new ProviderFailures({ log: options.log, clock })
  const openId = new OpenIdClient({ fetch, clock, refusals })
  const oauth = new OAuthClient({ fetch, clock, refusals })
  const client = new ProviderClients({
    openId,
    oauth,
    saml: new SamlClient({ clock, refusals }),
  })
  // Nobody becomes somebody of the console by saying so, under dev neither.
  const hasTestProvider = (realm: Realm) => isDev && projectOf(realm) !== consoleProject
  const flows = new SignInFlows({ storeOf, configs: providers, client, failures, clock, random, hasTestProvider })
  const issuerKeys = new IssuerKeys({ client: openId, fetch, refusals, clock })
  const owners = new AccessTokenOwners({ fetch, refusals, clock })
  const brought = new BroughtTokens({ configs: providers, openId, oauth, owners, keys: issuerKeys, clock })
  const others: IdpVerifier = {
    verify: async (realm, credential) => {
      if (hasTestProvider(realm)) return await unsignedAssertions.verify(realm, credential)
      return await brought.verify(realm, credential).catch((error: unknown) => {
        failures.note(realm, credential.providerId ?? '', error)
        throw error
      })
    },
  }
  const passkeys = {
    accounts,
    signIns,
    parties: new RelyingParties({ settings, consoleProject }),
    challenges: new PasskeyChallenges({ clock, random }),
    clock,
    limited: !isDev,
  }
  return {
    accounts,
    findAccounts: (realm, query) => findAccounts({ accounts, storeOf }, realm, query),
    changes,
    settings,
    sessions,
    signIns,
    recentSignIns,
    holders,
    mails,
    codeUses: new ActionCodeUses({
      accounts,
      admission,
      claims,
      sessions,
      signIns,
      codes,
      mails,
      settings,
      hasher,
      clock,
    }),
    emailLinks: new EmailLinkSignIn({
      accounts,
      admission,
      claims,
      sessions,
      codes,
      mails,
      holders,
      signIns,
      settings,
      clock,
    }),
    federated: new FederatedSignIn({ accounts, admission, claims, holders, signIns, settings, clock }),
    idpCredentials: new FederatedCredentials({ storeOf, flows, others, clock, random }),
    providers,
    flows,
    phones: new PhoneSignIn({
      storeOf,
      accounts,
      admission,
      codes: phoneCodes,
      holders,
      signIns,
      settings,
      clock,
      random,
    }),
    secondFactors,
    enrolment: new SecondFactorEnrolment({ ...pending, holders, signIns, settings }),
    passkeyEnrolment: new PasskeyEnrolment({ ...passkeys, sessions, holders }),
    passkeySignIn: new PasskeySignIn(passkeys),
    ownAccount: new OwnAccount({ accounts, sessions, holders, signIns, mails, settings, hasher, clock }),
    administration: new AccountAdministration({ accounts, sessions, tokens, settings, hasher, clock, random }),
    imports: new AccountImport({ accounts, padding, totpSecrets, clock, random }),
    totpSecrets,
    tokens,
    customTokens,
    keys,
    serviceKeys,
    accessTokens,
    tenants: new Tenants({ mode, consoleProject, storeOf, accounts, settings, providers, random }),
    authenticator: new TokenAuthenticator({
      mode,
      consoleProject,
      tokens,
      serviceKeys,
      accessTokens,
      onForeignToken: warnOfForeignTokens(options.log),
      onServerRequest: options.onServerRequest,
    }),
  }
}
