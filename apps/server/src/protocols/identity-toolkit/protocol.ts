import type { Protocol, Route } from '../../http/route.ts'
import { writeIdentityError } from '../identity-answers/error-body.ts'
import { resetPassword, sendOobCode, signInWithEmailLink } from './action-codes.ts'
import { createActionLink } from './create-action-link.ts'
import { createAuthUri } from './create-auth-uri.ts'
import { createSessionCookie } from './create-session-cookie.ts'
import { type IdentityToolkitDeps, type Method, routesOf, replyWith } from './define-method.ts'
import { deleteOwnAccount } from './delete-own-account.ts'
import { emulatorRoutes } from './emulator-controls.ts'
import { importUsers } from './import-users.ts'
import { lookUp } from './look-up.ts'
import { batchDelete, createUser, deleteUser, listUsers, lookUpUsers } from './manage-users.ts'
import { notSupportedYet, signInWithGameCenter, verifyIosClient } from './not-supported-yet.ts'
import { ofNamedProject } from './of-named-project.ts'
import { getProjectConfig, updateProjectConfig } from './project-config.ts'
import { passkeyConfigMethods } from './passkey-config.ts'
import {
  finalizePasskeyEnrolment,
  finalizePasskeySignIn,
  startPasskeyEnrolment,
  startPasskeySignIn,
} from './passkeys.ts'
import { getRecaptchaParams, sendVerificationCode, signInWithPhoneNumber } from './phone.ts'
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
import { signInWithCustomToken } from './sign-in-with-custom-token.ts'
import { signInWithIdp } from './sign-in-with-idp.ts'
import { signInWithPassword } from './sign-in-with-password.ts'
import { signUp } from './sign-up.ts'
import { createTenant, deleteTenant, getTenant, listTenants, updateTenant } from './tenants.ts'
import { updateOwnAccount } from './update-own-account.ts'
import { updateUser } from './update-user.ts'
import { withAdministration } from './with-administration.ts'

/** Methods of apps that administrators call at the same address, with a credential. */
const shared = {
  signUp: withAdministration(signUp, createUser),
  lookUp: withAdministration(lookUp, lookUpUsers),
  update: withAdministration(updateOwnAccount, updateUser),
  delete: withAdministration(deleteOwnAccount, deleteUser),
  sendOobCode: withAdministration(sendOobCode, createActionLink),
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
