import { StatusError } from '@hearth/model'
import { z } from 'zod'
import type { Exchange } from '../../http/exchange.ts'
import type { Protocol, Route } from '../../http/route.ts'
import { identityError } from '../../identity/identity-error.ts'
import { projectOfCredential } from '../../identity/tokens/token-authenticator.ts'
import { apiKeyOf } from '../identity-answers/api-key-of.ts'
import { writeIdentityError } from '../identity-answers/error-body.ts'
import { resetPassword, sendOobCode, signInWithEmailLink, createActionLink } from './action-codes.ts'
import { createAuthUri, signInWithIdp } from './sign-in-with-idp.ts'
import {
  createSessionCookie,
  getRecaptchaParams,
  sendVerificationCode,
  signInWithPhoneNumber,
  signInWithCustomToken,
  signInWithPassword,
  signUp,
} from './sign-in.ts'
import {
  type AdminMethod,
  authenticateAdmin,
  defineMethod,
  type IdentityToolkitDeps,
  type Method,
  routesOf,
  replyWith,
} from './define-method.ts'
import { emulatorRoutes } from './emulator-controls.ts'
import { importUsers } from './import-users.ts'
import { batchDelete, createUser, deleteUser, listUsers, lookUpUsers, updateUser } from './manage-users.ts'
import { getProjectConfig, updateProjectConfig } from './project-config.ts'
import {
  passkeyConfigMethods,
  finalizePasskeyEnrolment,
  finalizePasskeySignIn,
  startPasskeyEnrolment,
  startPasskeySignIn,
} from './passkeys.ts'
import { namedProviderMethods } from './named-provider-configs.ts'
import { providerConfigMethods } from './provider-configs.ts'
import { queryUsers } from './query-users.ts'
import { getPasswordPolicy, getProject, getRecaptchaConfig } from './project-facts.ts'
import {
  finalizeEnrolment,
  finalizeSecondFactor,
  startEnrolment,
  startSecondFactor,
  withdrawEnrolment,
} from './second-factors.ts'
import { samlProviderMethods } from './saml-provider-configs.ts'
import { createTenant, deleteTenant, getTenant, listTenants, updateTenant } from './tenants.ts'
import { deleteOwnAccount, lookUp, updateOwnAccount } from './own-account.ts'

/** Methods of apps that administrators call at the same address, with a credential. */
const shared = {
  signUp: withAdministration(signUp, createUser),
  lookUp: withAdministration(lookUp, lookUpUsers),
  update: withAdministration(updateOwnAccount, updateUser),
  delete: withAdministration(deleteOwnAccount, deleteUser),
  sendOobCode: withAdministration(sendOobCode, createActionLink),
}

const REVOCATION = 'The revocation of tokens of a provider is not supported yet.'

const anything = z.object({})

const forApps = (path: string, sentence: string): Method =>
  defineMethod({ method: 'POST', path, request: anything, handle: () => refuse(sentence) })

const verifyIosClient = forApps('v1/accounts:verifyIosClient', 'This server sends no silent push messages to phones.')

const signInWithGameCenter = forApps(
  'v1/accounts:signInWithGameCenter',
  'Sign-in with Game Center is not supported yet.',
)

/** What the protocol has and this server does not yet: each says so in its own words, and never looks done. */
const notSupportedYet: readonly Method[] = [
  forApps('v2/accounts:revokeToken', REVOCATION),
  verifyIosClient,
  signInWithGameCenter,
]

async function refuse(sentence: string): Promise<never> {
  throw identityError('OPERATION_NOT_ALLOWED', sentence)
}

const methods: readonly Method[] = [
  ...Object.values(shared),
  signInWithPassword,
  signInWithCustomToken,
  signInWithEmailLink,
  signInWithIdp,
  sendVerificationCode,
  signInWithPhoneNumber,
  getRecaptchaParams,
  startEnrolment,
  finalizeEnrolment,
  withdrawEnrolment,
  startSecondFactor,
  finalizeSecondFactor,
  startPasskeyEnrolment,
  finalizePasskeyEnrolment,
  startPasskeySignIn,
  finalizePasskeySignIn,
  resetPassword,
  createAuthUri,
  getProject,
  getRecaptchaConfig,
  getPasswordPolicy,
  createUser,
  lookUpUsers,
  updateUser,
  listUsers,
  queryUsers,
  deleteUser,
  batchDelete,
  importUsers,
  createActionLink,
  createSessionCookie,
  getProjectConfig,
  updateProjectConfig,
  createTenant,
  getTenant,
  updateTenant,
  deleteTenant,
  listTenants,
  ...passkeyConfigMethods,
  ...providerConfigMethods,
  ...namedProviderMethods,
  ...samlProviderMethods,
  ...notSupportedYet,
]

/** Methods by their names in version 3 of the API. */
const olderMethods: Readonly<Record<string, Method>> = {
  signupNewUser: shared.signUp,
  verifyPassword: signInWithPassword,
  verifyCustomToken: signInWithCustomToken,
  verifyAssertion: signInWithIdp,
  emailLinkSignin: signInWithEmailLink,
  sendVerificationCode,
  verifyPhoneNumber: signInWithPhoneNumber,
  createAuthUri,
  getOobConfirmationCode: shared.sendOobCode,
  resetPassword,
  getAccountInfo: shared.lookUp,
  setAccountInfo: shared.update,
  deleteAccount: shared.delete,
  getProjectConfig: getProject,
  getRecaptchaParam: getRecaptchaParams,
  verifyClient: verifyIosClient,
  signInWithGameCenter,
  uploadAccount: ofNamedProject(importUsers),
  downloadAccount: ofNamedProject(listUsers),
}

/** The identity protocol of `firebase/auth` and of the admin SDKs (wire-protocol 1). */
export function createIdentityToolkitProtocol(deps: IdentityToolkitDeps): Protocol {
  return {
    name: 'identity-toolkit',
    routes: [
      ...methods.flatMap((method) => routesOf(method, deps)),
      ...olderPaths(olderMethods, deps),
      ...emulatorRoutes(deps),
    ],
    writeError: writeIdentityError,
  }
}

const PREFIX = 'identitytoolkit/v3/relyingparty'

/**
 * The addresses of version 3 of the API (Google Identity Toolkit, "relyingparty"), which JavaScript SDKs up to 8, the SDK for iOS and
 * the vendor's command line call. Each leads to the method that does the same today; the fields of its body have kept their names.
 */
function olderPaths(methods: Readonly<Record<string, Method>>, identity: IdentityToolkitDeps): Route[] {
  return Object.entries(methods).flatMap(([name, method]) => {
    const answer = method.bind(identity)
    // Lists of users are asked for by a body here.
    const verb = name === 'downloadAccount' ? 'POST' : method.method
    return [`/www.googleapis.com/${PREFIX}/${name}`, `/${PREFIX}/${name}`].map((path) => ({
      method: verb,
      path,
      guard: method.guard,
      handle: async (exchange, params) => replyWith(exchange, await answer(exchange, params)),
    }))
  })
}

/**
 * A method of apps whose address serves administrators as well: whoever brings a credential in the header `Authorization` is one, unless the
 * body has the ID token of a user. Its path names no project: `targetProjectId` of the body does, else the credential.
 */
function withAdministration(asApp: Method, asAdministrator: Method): Method {
  return {
    ...asApp,
    bind(identity) {
      const answerApp = asApp.bind(identity)
      const answerAdministrator = asAdministrator.bind(identity)
      return async (exchange, params, input) => {
        if (exchange.headers.authorization === undefined) return await answerApp(exchange, params, input)
        const ofCaller = await projectOfCaller(identity, exchange)
        // Before the body is read; the method itself asks again, for the project that the body names.
        await authenticateAdmin(identity.authenticator, ofCaller, exchange)
        const body = input ?? (await exchange.readJson(asAdministrator.bodyBytesMax))
        if (hasIdToken(body)) return await answerApp(exchange, params, body)
        return await answerAdministrator(exchange, { project: namedProject(body) ?? ofCaller }, body)
      }
    },
  }
}

/** An empty one is none: so protocol buffers write what is absent. */
function hasIdToken(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('idToken' in body)) return false
  return typeof body.idToken === 'string' && body.idToken !== ''
}

/** A method of administrators at an address that names no project: `targetProjectId` of the body does, else the credential. */
function ofNamedProject(method: AdminMethod): Method {
  return {
    ...method,
    bind(identity) {
      const answer = method.bind(identity)
      return async (exchange, _params, input) => {
        const ofCaller = await projectOfCaller(identity, exchange).catch(nobody)
        // Before the body, which may be long, is read; the method itself asks again, for the project that the body names.
        await method.authorize(identity, ofCaller, exchange)
        const body = input ?? (await exchange.readJson(method.bodyBytesMax))
        return await answer(exchange, { project: namedProject(body) ?? ofCaller }, body)
      }
    },
  }
}

/** What the credential says it is of, which its verification proves. `Bearer owner` says nothing, and means the project of the API key. */
async function projectOfCaller({ projects }: IdentityToolkitDeps, exchange: Exchange): Promise<string> {
  return projectOfCredential(exchange.headers.authorization) ?? (await projects.projectOfApiKey(apiKeyOf(exchange)))
}

/** A credential that names no project, without a key that does: what is missing here is a credential, not a key. */
function nobody(error: unknown): never {
  if (!(error instanceof StatusError) || error.reason !== 'API_KEY_INVALID') throw error
  const sentence = 'This needs a server credential or an operator session.'
  throw new StatusError('unauthenticated', 'UNAUTHENTICATED', sentence, {
    details: { isHeaderCredential: true },
    cause: error,
  })
}

function namedProject(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('targetProjectId' in body)) return undefined
  const { targetProjectId } = body
  return typeof targetProjectId === 'string' && targetProjectId !== '' ? targetProjectId : undefined
}
