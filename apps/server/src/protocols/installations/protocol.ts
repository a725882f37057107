import { z } from 'zod'
import { StatusError } from '@hearth/model'
import { type AskingPage, askingPage } from '../../http/asking-page.ts'
import type { Clock } from '../../lib/ambient.ts'
import { writeJsonError } from '../../http/error-body.ts'
import type { Protocol, Route } from '../../http/route.ts'
import { InstallationAllowance } from './installation-allowance.ts'
import type { Authenticator } from '../../access/caller.ts'
import type { Installations } from '../../installations/installations.ts'
import type { Projects } from '../../projects/projects.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { UserOfProject } from '../../installations/installation.ts'
import { fidOfToken } from '../../installations/installation-tokens.ts'

const PATH = '/v1/projects/:project/installations/:fid/user'
const BODY_BYTES_MAX = 16 * 1024

interface InstallationsDeps {
  readonly mode: 'start' | 'dev'
  readonly projects: Projects
  readonly authenticator: Authenticator
  readonly installations: Installations
  readonly allowance: InstallationAllowance
}

/** The protocol of `firebase/installations` (wire-protocol 5.1), and who signed in where. */
export function createInstallationsProtocol(
  deps: Omit<InstallationsDeps, 'allowance'> & { readonly clock: Clock },
): Protocol {
  const { clock, ...rest } = deps
  const all: InstallationsDeps = { ...rest, allowance: new InstallationAllowance(clock) }
  return {
    name: 'installations',
    routes: [
      ...alsoWithSlash(createInstallation(all)),
      generateAuthToken(all),
      ...alsoWithSlash(deleteInstallation(all)),
      linkUser(all),
      unlinkUser(all),
    ],
    writeError: writeJsonError,
  }
}

/** Addresses of iOS end in a slash (firebase-ios-sdk, `FIRInstallationsAPIService`). */
function alsoWithSlash(route: Route): Route[] {
  return [route, { ...route, path: `${route.path}/` }]
}

function deleteInstallation({ installations, allowance }: InstallationsDeps): Route {
  return {
    method: 'DELETE',
    path: '/v1/projects/:project/installations/:fid',
    guard: 'capability',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      exchange.note({ project })
      allowance.takeUse(exchange.clientAddress)
      await installations.delete(project, params['fid'] ?? '', refreshTokenOf(exchange))
      exchange.replyJson(200, {})
    },
  }
}

const tokenRequest = z.object({
  installation: z.object({ sdkVersion: z.string().max(64).optional() }).default({}),
})

function generateAuthToken({ installations, allowance }: InstallationsDeps): Route {
  return {
    method: 'POST',
    path: '/v1/projects/:project/installations/:fid/authTokens:generate',
    guard: 'capability',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      exchange.note({ project })
      allowance.takeUse(exchange.clientAddress)
      const refreshToken = refreshTokenOf(exchange)
      const { installation } = await readBody(exchange, tokenRequest)
      const { token, validForSeconds } = await installations.refresh(project, params['fid'] ?? '', refreshToken, {
        sdkVersion: installation.sdkVersion,
        device: exchange.headers['user-agent'],
      })
      exchange.replyJson(200, { token, expiresIn: `${validForSeconds}s` })
    },
  }
}

const newInstallation = z.object({
  fid: z.string().max(64).default(''),
  authVersion: z.literal('FIS_v2').optional(),
  appId: z.string().min(1).max(128),
  sdkVersion: z.string().max(64).default(''),
})

/**
 * Registers an installation. The API key, public by nature, and the app id must be of the project in the address. The key comes in a header, and
 * from Android in the address (firebase-android-sdk, `FirebaseInstallationServiceClient`).
 */
function createInstallation(deps: InstallationsDeps): Route {
  return {
    method: 'POST',
    path: '/v1/projects/:project/installations',
    guard: 'capability',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      exchange.note({ project })
      deps.allowance.takeOfNetwork(exchange.clientAddress)
      const { fid, appId, sdkVersion } = await readBody(exchange, newInstallation)
      const apiKey = exchange.headers['x-goog-api-key'] ?? exchange.query.get('key')
      await checkApp(deps, project, appId, typeof apiKey === 'string' ? apiKey : undefined, askingPage(exchange))
      const device = exchange.headers['user-agent']
      const counted = deps.allowance.takeOfProject(project)
      const made = await deps.installations
        .create(project, { fid, appId, sdkVersion, device })
        .catch((error: unknown) => {
          counted.giveBack()
          throw error
        })
      exchange.replyJson(200, {
        name: `projects/${project}/installations/${made.installation.fid}`,
        fid: made.installation.fid,
        refreshToken: made.refreshToken,
        authToken: { token: made.authToken.token, expiresIn: `${made.authToken.validForSeconds}s` },
      })
    },
  }
}

/** `dev` takes any key and any app id, as it does everywhere. */
async function checkApp(
  { mode, projects }: InstallationsDeps,
  project: string,
  appId: string,
  apiKey: string | undefined,
  page: AskingPage,
): Promise<void> {
  if (mode === 'dev') return
  if ((await projects.projectOfApiKey(apiKey, page)) !== project) {
    throw new StatusError('permission-denied', 'API_KEY_OF_ANOTHER_PROJECT', 'The API key belongs to another project.')
  }
  if ((await projects.findAppById(appId))?.project !== project) {
    throw new StatusError('invalid-argument', 'UNKNOWN_APP', 'This project has no app with this app id.')
  }
}

/**
 * Our own part of this protocol: the client helper tells who signed in. The installation proves itself by its token in
 * `x-goog-firebase-installations-auth`, the user by the ID token in `Authorization`.
 */
function linkUser(deps: InstallationsDeps): Route {
  return {
    method: 'PUT',
    path: PATH,
    guard: 'capability',
    async handle(exchange, params) {
      const { project = '', fid = '' } = params
      exchange.note({ project })
      deps.allowance.takeUse(exchange.clientAddress)
      const token = authTokenOf(exchange, fid)
      await deps.installations.prove(project, token)
      const user = await userOf(exchange, deps, project)
      exchange.note({ uid: user.uid })
      await deps.installations.linkUser(project, token, user, { device: exchange.headers['user-agent'] })
      exchange.replyJson(200, {})
    },
  }
}

/** After a sign-out. */
function unlinkUser({ installations, allowance }: InstallationsDeps): Route {
  return {
    method: 'DELETE',
    path: PATH,
    guard: 'capability',
    async handle(exchange, params) {
      const { project = '', fid = '' } = params
      exchange.note({ project })
      allowance.takeUse(exchange.clientAddress)
      const device = exchange.headers['user-agent']
      await installations.linkUser(project, authTokenOf(exchange, fid), undefined, { device })
      exchange.replyJson(200, {})
    },
  }
}

/** Throws `unauthenticated`/`USER_REQUIRED` for a request that is nobody's: servers and operators have no installation. */
async function userOf(
  exchange: Exchange,
  { authenticator }: InstallationsDeps,
  project: string,
): Promise<UserOfProject> {
  const caller = await authenticator.authenticate(project, exchange.headers.authorization)
  if (caller.kind !== 'user') {
    throw new StatusError(
      'unauthenticated',
      'USER_REQUIRED',
      'The Authorization header must have the ID token of a user.',
    )
  }
  const { tenant } = (caller.claims['firebase'] ?? {}) as { tenant?: unknown }
  return { uid: caller.uid, tenant: typeof tenant === 'string' ? tenant : undefined }
}

/** The body in its shape. Throws `invalid-argument`/`INVALID_REQUEST` with the first field that is wrong. */
async function readBody<Shape>(exchange: Exchange, schema: z.ZodType<Shape>): Promise<Shape> {
  const parsed = schema.safeParse(await exchange.readJson(BODY_BYTES_MAX))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new StatusError('invalid-argument', 'INVALID_REQUEST', `${issue?.path.join('.')}: ${issue?.message}`)
}

/** The refresh token of `Authorization: FIS_v2 <token>`. Throws `unauthenticated`/`INSTALLATION_TOKEN_MISSING`. */
function refreshTokenOf(exchange: Exchange): string {
  const token = /^FIS_v2 ([\w-]{1,200})$/.exec(exchange.headers.authorization ?? '')?.[1]
  if (token === undefined) {
    throw new StatusError(
      'unauthenticated',
      'INSTALLATION_TOKEN_MISSING',
      'The Authorization header must be "FIS_v2" and the refresh token of the installation.',
    )
  }
  return token
}

/**
 * The token of `x-goog-firebase-installations-auth`, with `FIS ` before it or not, as the SDKs that send it do either. Throws
 * `unauthenticated`/`INSTALLATION_TOKEN_INVALID` for none and for one of another installation than `fid`.
 */
function authTokenOf(exchange: Exchange, fid: string): string {
  const header = exchange.headers['x-goog-firebase-installations-auth']
  const token = /^(?:FIS )?([\w.-]{1,200})$/.exec(typeof header === 'string' ? header : '')?.[1]
  if (token !== undefined && fidOfToken(token) === fid) return token
  throw new StatusError(
    'unauthenticated',
    'INSTALLATION_TOKEN_INVALID',
    'The header x-goog-firebase-installations-auth must have a token of this installation.',
  )
}
