import { StatusError } from '@hearth/model'
import { z } from 'zod'
import type { Authenticator, Caller, OperatorRole } from '../../access/caller.ts'
import { assertKeyScope } from '../../access/key-scopes.ts'
import type { OnOperatorAct } from '../../access/operator-policy.ts'
import type { Clock, Random } from '../../lib/ambient.ts'
import type { RecordAct } from '../../audit/audit-entry.ts'
import type { FailedSignIns } from '../../audit/failed-sign-ins.ts'
import type { AccountAdministration } from '../../identity/accounts/account-administration.ts'
import type { AccountImport } from '../../identity/accounts/account-import.ts'
import type { AccountQuery, FoundAccounts } from '../../identity/accounts/account-search.ts'
import type { Accounts } from '../../identity/accounts/accounts.ts'
import type { ActionCodeUses } from '../../identity/messages/action-code-uses.ts'
import type { ActionMails } from '../../identity/messages/action-mails.ts'
import type { DevMailbox, DevOutbox } from '../../identity/messages/dev-outbox.ts'
import type { EmailLinkSignIn } from '../../identity/sign-in/email-link-sign-in.ts'
import type { FederatedSignIn } from '../../identity/sign-in/federated-sign-in.ts'
import { identityError } from '../../identity/identity-error.ts'
import type { IdentitySettings } from '../../identity/identity-settings.ts'
import type { PasskeyEnrolment } from '../../identity/passkeys/passkey-enrolment.ts'
import type { PasskeySignIn } from '../../identity/passkeys/passkey-sign-in.ts'
import type { FederatedCredentials } from '../../identity/providers/federated-credentials.ts'
import type { ProviderConfigs } from '../../identity/providers/provider-configs.ts'
import type { OwnAccount } from '../../identity/accounts/own-account.ts'
import { type Realm, realmOf, tenantOf } from '../../identity/realm.ts'
import type { TextMessage } from '../../identity/sign-in/phone-codes.ts'
import type { PhoneSignIn } from '../../identity/sign-in/phone-sign-in.ts'
import type { SecondFactorEnrolment } from '../../identity/sign-in/second-factor-enrolment.ts'
import type { SecondFactorSignIn } from '../../identity/sign-in/second-factor-sign-in.ts'
import type { SignIns } from '../../identity/sign-in/sign-ins.ts'
import type { TotpSecrets } from '../../identity/sign-in/totp.ts'
import type { Tenants } from '../../identity/tenants/tenants.ts'
import type { TokenHolders } from '../../identity/tokens/token-holders.ts'
import { askingPage } from '../../http/asking-page.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Route } from '../../http/route.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import type { Projects } from '../../projects/projects.ts'
import { assertRecentSignIn, assertRole } from '../../access/admin-access.ts'
import { apiKeyOf } from '../identity-answers/api-key-of.ts'
import { describeAct } from './act-detail.ts'
import { recordAdminAct, recordFailure, recordOwnAct, usersOf } from './record-acts.ts'

export interface IdentityToolkitDeps {
  readonly mode: 'start' | 'dev'
  readonly clock: Clock
  readonly random: Random
  readonly holders: TokenHolders
  readonly mails: ActionMails
  readonly mailbox: DevMailbox
  readonly codeUses: ActionCodeUses
  readonly emailLinks: EmailLinkSignIn
  readonly federated: FederatedSignIn
  readonly idpCredentials: FederatedCredentials
  readonly providers: ProviderConfigs
  readonly phones: PhoneSignIn
  readonly secondFactors: SecondFactorSignIn
  readonly enrolment: SecondFactorEnrolment
  readonly passkeyEnrolment: PasskeyEnrolment
  readonly passkeySignIn: PasskeySignIn
  readonly textMessages: DevOutbox<TextMessage>
  readonly accounts: Accounts
  readonly findAccounts: (realm: Realm, query: AccountQuery) => Promise<FoundAccounts>
  readonly settings: IdentitySettings
  readonly signIns: SignIns
  readonly ownAccount: OwnAccount
  readonly administration: AccountAdministration
  readonly imports: AccountImport
  readonly totpSecrets: TotpSecrets
  readonly tenants: Tenants
  readonly authenticator: Authenticator
  readonly projects: Projects
  /** Told of each change of users that was made under an operator session. */
  readonly onOperatorAct?: OnOperatorAct
  /** The audit log: acts of administrators, and sign-ins to the console. */
  readonly recordAct?: RecordAct
  readonly onFailedSignIn?: FailedSignIns['record']
  /** Told of each call of an app, also of one that was refused. */
  /** Told of each call of an app that it was answered. */
  readonly onAppRequest: (project: string, headers: Exchange['headers']) => void
}

/** What every method is given besides its request. */
export interface MethodCall {
  readonly project: string
  /** Whose accounts: the project's own, or those of the tenant that the request names. */
  readonly realm: Realm
  /** From the path. */
  readonly params: Readonly<Record<string, string>>
  readonly exchange: Exchange
  readonly identity: IdentityToolkitDeps
}

interface MethodDefinition<Request> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** After the service's prefix: `v1/accounts:signUp`. */
  readonly path: string
  readonly request: z.ZodType<Request>
  /** 64 KiB when absent. */
  readonly bodyBytesMax?: number
  handle(request: Request, call: MethodCall): Promise<object>
}

type Params = Readonly<Record<string, string>>

/** A method of the protocol, apart from the addresses that lead to it. */
export interface Method {
  readonly method: MethodDefinition<unknown>['method']
  /** After the service's prefix: `v1/accounts:signUp`. */
  readonly path: string
  readonly guard: 'identity' | 'admin'
  readonly bodyBytesMax: number
  /**
   * What answers the calls of one server. `input` is the body or the query where another address read and translated it; without it the
   * method reads its own.
   */
  bind(identity: IdentityToolkitDeps): (exchange: Exchange, params: Params, input?: unknown) => Promise<object>
}

export interface AdminMethod extends Method {
  /** Who calls, once it is clear that they may in the project; nothing of the body is read for it. Throws what the method itself would. */
  authorize(identity: IdentityToolkitDeps, project: string, exchange: Exchange): Promise<Caller>
}

/**
 * What the console calls itself when somebody enters a project there: of these alone nobody can tell whether an app was it.
 */
const alsoOfConsole: ReadonlySet<string> = new Set(['accounts:signInWithCustomToken', 'accounts:lookup'])

const BODY_BYTES_MAX_DEFAULT = 64 * 1024

/** A method that apps call. The API key names the project; a credential, where one is needed, is in the request. */
export function defineMethod<Request>(definition: MethodDefinition<Request>): Method {
  const { method, path, bodyBytesMax = BODY_BYTES_MAX_DEFAULT } = definition
  return {
    method,
    path,
    guard: 'identity',
    bodyBytesMax,
    bind: (identity) => async (exchange, _params, input) => {
      const project = await identity.projects.projectOfApiKey(apiKeyOf(exchange), askingPage(exchange))
      exchange.note({ project, operation: operationOf(definition.path) })
      const { request, tenant } = await readRequest(definition, exchange, input)
      const realm = await realmFor(identity, project, tenant)
      await identity.settings.assertOpen(realm)
      const operation = operationOf(definition.path)
      const call = { project, realm, params: {}, exchange, identity }
      const answer = await assertOfTenant(identity, realm, request)
        .then(() => definition.handle(request, call))
        .catch((error: unknown) => {
          recordFailure(identity.onFailedSignIn, exchange, { project, operation, request, error })
          throw error
        })
      if (!alsoOfConsole.has(operation)) identity.onAppRequest(project, exchange.headers)
      if (project === CONSOLE_PROJECT) {
        await recordOwnAct(identity.recordAct, exchange, { operation, request, answer })
      }
      return answer
    },
  }
}

/**
 * A method that administrators call. The path names the project; the Authorization header must be a server credential, or an
 * operator's with the role `needs` or more. People must have signed in within five minutes for what `needsRecentSignIn` says: what lets
 * somebody in is not changed from a screen that was left unlocked.
 */
export function defineAdminMethod<Request>(
  definition: Omit<MethodDefinition<Request>, 'handle'> & {
    readonly needs: OperatorRole
    needsRecentSignIn?(request: Request): boolean
    handle(request: Request, call: MethodCall & { caller: Caller }): Promise<object>
  },
): AdminMethod {
  const { method, path, bodyBytesMax = BODY_BYTES_MAX_DEFAULT } = definition
  const authorize: AdminMethod['authorize'] = async (identity, project, exchange) => {
    const caller = await authenticateAdmin(identity.authenticator, project, exchange)
    if ('uid' in caller) exchange.note({ uid: caller.uid })
    assertRole(project, caller, definition.needs)
    if (caller.kind === 'admin' && definition.needs === 'owner') assertMayConfigure(caller)
    return caller
  }
  return {
    method,
    path,
    guard: 'admin',
    bodyBytesMax,
    authorize,
    bind: (identity) => async (exchange, params, input) => {
      const project = params['project'] ?? ''
      exchange.note({ project, operation: operationOf(definition.path) })
      const caller = await authorize(identity, project, exchange)
      await identity.projects.get(project)
      const { request, tenant } = await readRequest(definition, exchange, input)
      if ('authTime' in caller && definition.needsRecentSignIn?.(request)) {
        assertRecentSignIn(caller.authTime, identity.clock.nowMs())
      }
      const realm = await realmFor(identity, project, tenantNamed(params['tenant'], tenant))
      // Of accounts; the configuration stays in reach.
      if (path.startsWith('v1/')) await identity.settings.assertOpen(realm)
      await assertOfTenant(identity, realm, request)
      const answer = await definition.handle(request, { project, realm, params, exchange, identity, caller })
      const operation = operationOf(definition.path)
      const described = describeAct(operation, request as object, exchange.query.get('updateMask'))
      if (caller.kind === 'operator' && definition.needs !== 'viewer') {
        identity.onOperatorAct?.({
          project,
          uid: caller.uid,
          service: 'users',
          operation,
          target: usersOf(request, answer) || (described.target ?? ''),
          detail: described.detail,
        })
      }
      const act = { project, caller, operation, described, isChange: definition.needs !== 'viewer' }
      await recordAdminAct(identity.recordAct, exchange, { ...act, target: params['id'] ?? '', request, answer })
      return answer
    },
  }
}

/** For methods whose every request needs a recent sign-in of people. */
export const always = (): boolean => true

/** What owners alone change is how people sign in. Throws `INSUFFICIENT_PERMISSION`, which the vendor's libraries know. */
function assertMayConfigure(caller: Extract<Caller, { kind: 'admin' }>): void {
  try {
    assertKeyScope(caller, 'sign-in')
  } catch (error) {
    throw error instanceof StatusError ? identityError('INSUFFICIENT_PERMISSION', error.message) : error
  }
}

/** What is wrong with the credential of the request itself is not a bad request, as a token in the body would be. */
export async function authenticateAdmin(
  authenticator: Authenticator,
  project: string,
  exchange: Exchange,
): Promise<Caller> {
  try {
    return await authenticator.authenticate(project, exchange.headers.authorization, exchange)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    const { code, reason, message } = error
    throw new StatusError(code, reason, message, { details: { isHeaderCredential: true }, cause: error })
  }
}

/** Text that may be absent or null. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined)

export const optionalTexts = z
  .array(z.string())
  .nullish()
  .transform((texts) => texts ?? undefined)

/** What has providers: a project, and a tenant. */
export const providerParents = ['v2/projects/:project', 'v2/projects/:project/tenants/:tenant'] as const

export const optionalFlag = z
  .boolean()
  .nullish()
  .transform((flag) => flag ?? undefined)

/** A whole number, which JSON of the vendor's APIs writes as a number or as text. */
export const optionalInteger = z
  .union([z.number().int(), z.string().regex(/^-?\d{1,15}$/)])
  .nullish()
  .transform((value) => (value === null || value === undefined ? undefined : Number(value)))

/**
 * A value of one of the vendor's enumerations: by its name, or by its number, as the SDK for Android sends it. A number that stands for
 * nothing comes as its digits.
 */
export const optionalEnum = (names: Readonly<Record<number, string>>) =>
  z
    .union([z.string(), z.number().int()])
    .nullish()
    .transform((value) => (typeof value === 'number' ? (names[value] ?? String(value)) : (value ?? undefined)))

/** A method's own routes: with the vendor's host as the first segment, which emulator mode sends, and without. */
export function routesOf(definition: Method, identity: IdentityToolkitDeps): Route[] {
  const { method, guard } = definition
  const answer = definition.bind(identity)
  // What there is of a project's accounts there is of a tenant's.
  const ofTenant = definition.path.replace(/^v1\/projects\/:project(?=[:/]|$)/, 'v1/projects/:project/tenants/:tenant')
  const paths = ofTenant === definition.path ? [ofTenant] : [definition.path, ofTenant]
  return paths
    .flatMap((path) => [`/identitytoolkit.googleapis.com/${path}`, `/${path}`])
    .map((path) => ({
      method,
      path,
      guard,
      handle: async (exchange, params) => replyWith(exchange, await answer(exchange, params)),
    }))
}

export function replyWith(exchange: Exchange, answer: object): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  exchange.reply(200, headers, JSON.stringify(answer))
}

async function readRequest<Request>(
  definition: Omit<MethodDefinition<Request>, 'handle'>,
  exchange: Exchange,
  translated: unknown,
): Promise<{ request: Request; tenant: string | undefined }> {
  const input = translated ?? (await readInput(definition, exchange))
  const parsed = definition.request.safeParse(input)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const at = issue === undefined || issue.path.length === 0 ? 'the body' : `"${issue.path.join('.')}"`
    throw new StatusError(
      'invalid-argument',
      'INVALID_ARGUMENT',
      `The request is not valid at ${at}: ${issue?.message}.`,
    )
  }
  return { request: parsed.data, tenant: tenantIn(input) }
}

async function readInput(
  { method, bodyBytesMax }: Pick<MethodDefinition<unknown>, 'method' | 'bodyBytesMax'>,
  exchange: Exchange,
): Promise<unknown> {
  if (method === 'GET' || method === 'DELETE') return Object.fromEntries(exchange.query)
  return await exchange.readJson(bodyBytesMax ?? BODY_BYTES_MAX_DEFAULT)
}

function tenantIn(input: unknown): string | undefined {
  const tenant = typeof input === 'object' && input !== null && 'tenantId' in input ? input.tenantId : undefined
  if (tenant === undefined || tenant === null || tenant === '') return undefined
  if (typeof tenant !== 'string') throw identityError('INVALID_TENANT_ID')
  return tenant
}

/** A tenant may be in the path, in the body or in both. */
function tenantNamed(inPath: string | undefined, inBody: string | undefined): string | undefined {
  if (inPath !== undefined && inBody !== undefined && inPath !== inBody) throw identityError('TENANT_ID_MISMATCH')
  return inPath ?? inBody
}

async function realmFor(identity: IdentityToolkitDeps, project: string, tenant: string | undefined): Promise<Realm> {
  if (tenant !== undefined) await identity.tenants.get(project, tenant)
  return realmOf(project, tenant)
}

/** A tenant that an app names is the one of the ID token beside it; without a name it is the token's. Throws `TENANT_ID_MISMATCH`. */
async function assertOfTenant({ holders }: IdentityToolkitDeps, realm: Realm, request: unknown): Promise<void> {
  const idToken = typeof request === 'object' && request !== null && 'idToken' in request ? request.idToken : undefined
  if (tenantOf(realm) === undefined || typeof idToken !== 'string' || idToken === '') return
  await holders.assertOfRealm(realm, idToken)
}

/** `accounts:signUp` of `v1/accounts:signUp`, `tenants` of `v2/projects/:project/tenants/:id`. */
function operationOf(path: string): string {
  return (
    path
      .split('/')
      .map((segment) => segment.replace(/^:\w+/, ''))
      .findLast((segment) => segment !== '') ?? path
  )
}
