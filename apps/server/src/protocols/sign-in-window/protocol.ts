import { StatusError } from '@hearth/model'
import {
  type Arrival,
  type EndedFlow,
  type SignInRequest,
  stateIn,
  type SignInFlows,
  FLOW_LIFE_MS,
} from '../../identity/providers/sign-in-flows.ts'
import { tenantOf } from '../../identity/realm.ts'
import { plainPageHeaders } from '../../html/plain-page.ts'
import { errorHeaders } from '../../http/error-body.ts'
import type { Exchange } from '../../http/exchange.ts'
import { parametersOf, readForm } from '../../http/form.ts'
import type { Protocol, Route } from '../../http/route.ts'
import { httpStatusOf } from '../../http/status-codes.ts'
import { CALLBACK_PATH, projectCallbackPath } from '../../identity/providers/callback-path.ts'
import { answerFrame } from './answer-frame.ts'
import { authEventOf, frameRelayPage } from './frame-relay.ts'
import { answerFrameScript, FRAME_SCRIPT_PATH } from './frame-script.ts'
import { failedPage, formAgainPage, relayPage, returnPage, type SignInMessage } from './pages.ts'
import { addressInApp } from './phone-app.ts'
import { readWindowRequest } from './read-request.ts'
import { findProviderUsers, testProviderClaims, testProviderHeaders, testProviderPage } from './test-provider.ts'
import type { IdentitySettings } from '../../identity/identity-settings.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Tenants } from '../../identity/tenants/tenants.ts'
import type { Projects } from '../../projects/projects.ts'
import type { NetworkRateLimit } from '../../lib/rate-limit.ts'
import type { SignInAllowance } from './sign-in-allowance.ts'
import { createHash } from 'node:crypto'

/**
 * The cookie that ties a flow to its browser. It authenticates nobody: it is good for ending one sign-in, once, together with the
 * state. Each flow has its own, so that two windows don't disturb each other. `SameSite=Lax` lets it come along when a provider
 * sends the browser back, and with nothing that another site's page asks for by itself.
 */
const PATH = '/__/auth'

export interface SignInWindowDeps extends Pick<Identity, 'findAccounts' | 'providers'> {
  readonly mode: 'start' | 'dev'
  readonly flows: SignInFlows
  readonly settings: IdentitySettings
  readonly tenants: Tenants
  readonly projects: Projects
  /** Whose pages `hearth dev` answers, besides those of loopback addresses. */
  readonly devOrigins: readonly string[]
  readonly allowance: SignInAllowance
  /** Of what comes back from providers, by the client's address. */
  readonly answerRate: NetworkRateLimit
}

const HANDLER_PATH = '/__/auth/handler'
const FRAME_PATH = '/__/auth/iframe'
/** Where the SDK looks for the same pages after `connectAuthEmulator`, which is how apps are led to this server. */
const EMULATOR_HANDLER_PATH = '/emulator/auth/handler'
const EMULATOR_FRAME_PATH = '/emulator/auth/iframe'
const FORM_BYTES_MAX = 16 * 1024
/** SAML answers are long: a signature, a certificate and what is said of a user, in base64. */
const ANSWER_BYTES_MAX = 192 * 1024
/** Providers send a handful, and some of them a few of their own. */
const ANSWER_FIELDS_MAX = 40
const FORM_FIELDS_MAX = 20
const answerFields = ['state', 'code', 'error', 'user', 'RelayState', 'SAMLResponse']
const SENT_AGAIN = 'hearthSentAgain'

/** The SDK's codes for what ends a sign-in without a result; anything else is `auth/invalid-credential`. */
const sdkCodes: Readonly<Record<string, SignInMessageCode>> = {
  OPERATION_NOT_ALLOWED: 'auth/operation-not-allowed',
  PROVIDER_UNREACHABLE: 'auth/network-request-failed',
  USER_CANCELLED: 'auth/user-cancelled',
}
type SignInMessageCode = NonNullable<SignInMessage['error']>['code']

/**
 * The window of a sign-in through a provider (wire-protocol 2.4): the page opens the handler, which sends the browser to the provider;
 * the provider sends it back to the callback, which hands a code that works once to the page that began, and to its origin only.
 */
export function createSignInWindowProtocol(deps: SignInWindowDeps): Protocol {
  return {
    name: 'sign-in-window',
    routes: [
      { method: 'GET', path: HANDLER_PATH, guard: 'identity', handle: (exchange) => begin(deps, exchange) },
      { method: 'GET', path: EMULATOR_HANDLER_PATH, guard: 'identity', handle: (exchange) => begin(deps, exchange) },
      { method: 'GET', path: FRAME_PATH, guard: 'identity', handle: (exchange) => answerFrame(deps, exchange) },
      {
        method: 'GET',
        path: EMULATOR_FRAME_PATH,
        guard: 'identity',
        handle: (exchange) => answerFrame(deps, exchange),
      },
      { method: 'GET', path: FRAME_SCRIPT_PATH, guard: 'open', handle: answerFrameScript },
      ...[CALLBACK_PATH, projectCallbackPath(':project')].flatMap((path): Route[] => [
        { method: 'GET', path, guard: 'capability', handle: (exchange) => comeBack(deps, exchange) },
        { method: 'POST', path, guard: 'capability', handle: (exchange) => comeBackByForm(deps, exchange) },
      ]),
      {
        method: 'POST',
        path: '/__/auth/test-provider',
        guard: 'dev',
        handle: (exchange) => answerAsTestProvider(deps, exchange),
      },
    ],
    crossOrigin: false,
    writeError(exchange, error) {
      exchange.reply(httpStatusOf(error), { ...errorHeaders(error), ...plainPageHeaders }, failedPage(error.message))
    },
  }
}

async function begin(deps: SignInWindowDeps, exchange: Exchange): Promise<void> {
  exchange.note({ operation: 'sign-in window' })
  if (deps.mode === 'start') deps.allowance.take(exchange.clientAddress)
  const { project, realm, request, scopes, customParameters } = await readWindowRequest(deps, exchange)
  exchange.note({ project })
  if (deps.mode === 'start') deps.allowance.takeBytes(exchange.clientAddress, project, request)
  try {
    const flow = await deps.flows.start(realm, request, { origin: exchange.publicOrigin, scopes, customParameters })
    const cookie = { 'set-cookie': flowCookie(exchange, flow.state, flow.browserKey) }
    if (flow.location === undefined) {
      const users = await findProviderUsers(deps, realm, request.providerId)
      const page = testProviderPage(request.providerId, flow.state, users)
      exchange.reply(200, { ...testProviderHeaders, ...cookie }, page)
    } else {
      exchange.reply(302, { location: flow.location, 'cache-control': 'no-store', ...cookie })
    }
  } catch (error) {
    handOver(exchange, request, refusal(exchange, request, tenantOf(realm), error), {})
  }
}

async function comeBack(deps: SignInWindowDeps, exchange: Exchange): Promise<void> {
  if (deps.mode === 'start') deps.answerRate.take(exchange.clientAddress)
  const state = exchange.query.get('state') ?? ''
  answer(exchange, state, await deps.flows.finish(new URLSearchParams([...exchange.query]), arrivalOf(exchange, state)))
}

/**
 * Apple and SAML providers answer by a form, from their own site: browsers leave the flow's cookie at home (`SameSite=Lax`). So the form of
 * a flow that is under way is sent once more, by a page of this server.
 */
async function comeBackByForm(deps: SignInWindowDeps, exchange: Exchange): Promise<void> {
  if (deps.mode === 'start') deps.answerRate.take(exchange.clientAddress)
  const form = parametersOf(await readForm(exchange, { bytesMax: ANSWER_BYTES_MAX, fieldsMax: ANSWER_FIELDS_MAX }))
  const state = stateIn(form)
  const arrival = arrivalOf(exchange, state)
  const isForeign = arrival.browserKey === undefined && !form.has(SENT_AGAIN)
  if (isForeign && (await deps.flows.isUnderWay(state, arrival.path))) {
    exchange.note({ operation: 'sign-in window' })
    exchange.reply(200, formAgainPage.headers, formAgainPage.render(fieldsOf(form)))
    return
  }
  answer(exchange, state, await deps.flows.finish(form, arrival))
}

function arrivalOf(exchange: Exchange, state: string): Arrival {
  const { path, clientAddress: address } = exchange
  return { browserKey: readFlowCookie(exchange, state), path, address }
}

function fieldsOf(form: URLSearchParams): Record<string, string> {
  const known = answerFields.flatMap((name) => (form.has(name) ? [[name, form.get(name) ?? '']] : []))
  return { ...(Object.fromEntries(known) as Record<string, string>), [SENT_AGAIN]: '1' }
}

async function answerAsTestProvider(deps: SignInWindowDeps, exchange: Exchange): Promise<void> {
  const form = parametersOf(await readForm(exchange, { bytesMax: FORM_BYTES_MAX, fieldsMax: FORM_FIELDS_MAX }))
  const state = form.get('state') ?? ''
  const ended = await deps.flows.finishTest(state, readFlowCookie(exchange, state), (realm, providerId) =>
    testProviderClaims(form, deps, realm, providerId),
  )
  answer(exchange, state, ended)
}

function answer(exchange: Exchange, state: string, { realm, request, outcome }: EndedFlow): void {
  const tenantId = tenantOf(realm)
  exchange.note({ operation: 'sign-in window' })
  const message =
    'code' in outcome
      ? {
          ...about(request, tenantId),
          urlResponse: responseUrl(exchange, request, outcome.code),
          secret: outcome.secret,
        }
      : refusal(exchange, request, tenantId, outcome.error)
  handOver(exchange, request, message, { 'set-cookie': clearedFlowCookie(exchange, state) })
}

/**
 * To the page that opened the window by a message, to one that went away itself by the fragment of its address, which no server sees; to
 * one with the SDK's own resolver by the frame in it; to an app on a phone by the app's own address.
 */
function handOver(
  exchange: Exchange,
  { authType, redirectUrl, frame, phone }: SignInRequest,
  { secret, ...message }: SignInMessage & { readonly secret?: string | undefined },
  cookie: Readonly<Record<string, string>>,
): void {
  if (phone !== undefined) {
    const location = addressInApp({ platform: phone, address: redirectUrl }, message, exchange.publicOrigin)
    exchange.reply(200, { ...returnPage.headers, ...cookie }, returnPage.render({ location }))
    return
  }
  const isWindow = authType.endsWith('ViaPopup')
  if (frame !== undefined) {
    const event = authEventOf(message, secret)
    const page = frameRelayPage.render({ frame, event, returnTo: isWindow ? undefined : redirectUrl })
    exchange.reply(200, { ...frameRelayPage.headers, ...cookie }, page)
    return
  }
  if (isWindow) {
    const page = relayPage.render({ target: new URL(redirectUrl).origin, message })
    exchange.reply(200, { ...relayPage.headers, ...cookie }, page)
    return
  }
  const location = new URL(redirectUrl)
  location.hash = `hearth-sign-in=${Buffer.from(JSON.stringify(message)).toString('base64url')}`
  exchange.reply(200, { ...returnPage.headers, ...cookie }, returnPage.render({ location: location.href }))
}

function about({ authType, eventId }: SignInRequest, tenantId: string | undefined): SignInMessage {
  return { hearth: 'sign-in', type: authType, eventId, tenantId }
}

function refusal(
  exchange: Exchange,
  request: SignInRequest,
  tenantId: string | undefined,
  error: unknown,
): SignInMessage {
  if (!(error instanceof StatusError)) throw error
  exchange.note({ reason: error.reason })
  const code = sdkCodes[error.reason] ?? 'auth/invalid-credential'
  return { ...about(request, tenantId), error: { code, message: error.message } }
}

/** What `accounts:signInWithIdp` is given as `requestUri`. */
function responseUrl(exchange: Exchange, { providerId }: SignInRequest, code: string): string {
  return `${exchange.publicOrigin}${HANDLER_PATH}?${new URLSearchParams({ providerId, hearthCode: code }).toString()}`
}

function flowCookie(exchange: Exchange, state: string, browserKey: string): string {
  const life = `Max-Age=${FLOW_LIFE_MS / 1000}`
  return `${nameFor(state)}=${browserKey}; ${attributes(exchange)}; ${life}`
}

function clearedFlowCookie(exchange: Exchange, state: string): string {
  return `${nameFor(state)}=; ${attributes(exchange)}; Max-Age=0`
}

export function readFlowCookie(exchange: Exchange, state: string): string | undefined {
  const name = nameFor(state)
  for (const pair of (exchange.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name && value !== undefined && value !== '') return value
  }
  return undefined
}

function attributes(exchange: Exchange): string {
  const isSecure = exchange.publicOrigin.startsWith('https:')
  return `Path=${PATH}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** The state itself stays out of the name: it would be in every log of cookies. */
function nameFor(state: string): string {
  return `hearth_sign_in_${createHash('sha256').update(state).digest('hex').slice(0, 16)}`
}
