import { z } from 'zod'
import type { Action, ActionKind } from '../../identity/messages/action-codes.ts'
import type { MailRequest } from '../../identity/messages/action-mails.ts'
import type { RequestOrigin } from '../../identity/sign-in/request-origin.ts'
import { identityError } from '../../identity/identity-error.ts'
import { apiKeyOf } from '../identity-answers/api-key-of.ts'
import {
  defineMethod,
  type MethodCall,
  optionalEnum,
  optionalFlag,
  optionalText,
  defineAdminMethod,
} from './define-method.ts'
import { encodeTokens } from './encode-account.ts'
import { originOf } from './request-origin.ts'

/** `OobReqType` of the vendor's API, by its numbers. */
const requestTypeNames = {
  1: 'PASSWORD_RESET',
  4: 'VERIFY_EMAIL',
  5: 'RECOVER_EMAIL',
  6: 'EMAIL_SIGNIN',
  7: 'VERIFY_AND_CHANGE_EMAIL',
} as const

/** Asks for a mail with a code (wire-protocol 1.2). */
export const sendOobCode = defineMethod({
  method: 'POST',
  path: 'v1/accounts:sendOobCode',
  request: z.object({
    requestType: optionalEnum(requestTypeNames),
    email: optionalText,
    newEmail: optionalText,
    idToken: optionalText,
    continueUrl: optionalText,
    canHandleCodeInApp: optionalFlag,
    returnOobLink: optionalFlag,
  }),
  async handle(request, call) {
    const { realm, project, identity } = call
    const { requestType, email, newEmail, idToken, continueUrl } = request
    if (request.returnOobLink === true) {
      throw identityError('INSUFFICIENT_PERMISSION', 'Only administrators are given links.')
    }
    if (request.canHandleCodeInApp === true && continueUrl === undefined) throw identityError('MISSING_CONTINUE_URI')
    const mail = mailRequestOf(call, continueUrl)
    const kind = 'identitytoolkit#GetOobConfirmationCodeResponse'
    switch (requestType) {
      case 'PASSWORD_RESET':
        if (!email) throw identityError('MISSING_EMAIL')
        return { kind, ...(await identity.mails.requestPasswordReset(realm, email, mail)) }
      case 'EMAIL_SIGNIN':
        if (!email) throw identityError('MISSING_EMAIL')
        return { kind, ...(await identity.mails.requestSignInLink(realm, email, mail)) }
      case 'VERIFY_EMAIL':
        if (!idToken) throw identityError('MISSING_ID_TOKEN')
        return { kind, ...(await identity.mails.requestVerification(project, idToken, mail)) }
      case 'VERIFY_AND_CHANGE_EMAIL':
        if (!idToken) throw identityError('MISSING_ID_TOKEN')
        if (!newEmail) throw identityError('MISSING_NEW_EMAIL')
        return { kind, ...(await identity.mails.requestEmailChange(project, idToken, newEmail, mail)) }
      default:
        throw identityError(requestType ? 'INVALID_REQ_TYPE' : 'MISSING_REQ_TYPE')
    }
  },
})

/** Without a new password it says what a code is for; with one it sets it. */
export const resetPassword = defineMethod({
  method: 'POST',
  path: 'v1/accounts:resetPassword',
  request: z.object({ oobCode: optionalText, newPassword: optionalText }),
  async handle({ oobCode, newPassword }, { realm, exchange, identity }) {
    if (!oobCode) throw identityError('MISSING_OOB_CODE')
    const action = newPassword
      ? await identity.codeUses.resetPassword(realm, oobCode, newPassword, originOf(exchange))
      : await identity.codeUses.check(realm, oobCode)
    return { kind: 'identitytoolkit#ResetPasswordResponse', ...encodeAction(action) }
  },
})

export const signInWithEmailLink = defineMethod({
  method: 'POST',
  path: 'v1/accounts:signInWithEmailLink',
  request: z.object({ email: optionalText, oobCode: optionalText, idToken: optionalText }),
  async handle({ email, oobCode, idToken }, call) {
    const { realm, project, exchange, identity } = call
    if (!email) throw identityError('MISSING_EMAIL')
    if (!oobCode) throw identityError('MISSING_OOB_CODE')
    const credential = { email, code: oobCode }
    const issued =
      idToken === undefined
        ? await identity.emailLinks.signIn(realm, credential, originOf(exchange))
        : await identity.emailLinks.link(project, idToken, credential, mailRequestOf(call, undefined))
    exchange.note({ uid: issued.uid })
    return {
      kind: 'identitytoolkit#EmailLinkSigninResponse',
      ...encodeTokens(issued),
      email: issued.account?.email,
      isNewUser: issued.isNewUser,
    }
  },
})
const kinds: readonly Exclude<ActionKind, 'RECOVER_EMAIL'>[] = [
  'PASSWORD_RESET',
  'EMAIL_SIGNIN',
  'VERIFY_EMAIL',
  'VERIFY_AND_CHANGE_EMAIL',
]

/** An administrator's links: given back with `returnOobLink`, else mailed. */
export const createActionLink = defineAdminMethod({
  method: 'POST',
  path: 'v1/projects/:project/accounts:sendOobCode',
  needs: 'editor',
  // A link that is given back lets whoever has it in; a mail goes to the owner of the address.
  needsRecentSignIn: ({ returnOobLink }) => returnOobLink === true,
  request: z.object({
    requestType: optionalEnum(requestTypeNames),
    email: optionalText,
    newEmail: optionalText,
    continueUrl: optionalText,
    returnOobLink: optionalFlag,
  }),
  async handle({ requestType, email, newEmail, continueUrl, returnOobLink }, call) {
    const { project, realm, identity } = call
    const kind = kinds.find((one) => one === requestType)
    if (kind === undefined) throw identityError(requestType ? 'INVALID_REQ_TYPE' : 'MISSING_REQ_TYPE')
    if (!email) throw identityError('MISSING_EMAIL')
    const [app] = await identity.projects.listApps(project)
    const options = { ...mailRequestOf(call, continueUrl), apiKey: app?.apiKey ?? project }
    const order = await identity.mails.createOrder(realm, { kind, email, newEmail }, options)
    const answer = { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email }
    if (returnOobLink !== true) {
      await identity.mails.send(realm, order)
      return answer
    }
    const { link, code } = await identity.mails.write(realm, order)
    return { ...answer, oobLink: link, oobCode: code }
  },
})

/** What a link in a mail is made from, as far as the request tells. */
export function mailRequestOf({ exchange }: MethodCall, continueUrl: string | undefined): MailRequest & RequestOrigin {
  return {
    origin: exchange.publicOrigin,
    apiKey: apiKeyOf(exchange) ?? '',
    continueUrl,
    ...originOf(exchange),
  }
}

/** A sign-in link doesn't tell the address that it was sent to: whoever opens it has to know. */
function encodeAction({ kind, email, newEmail }: Action): Record<string, unknown> {
  return { requestType: kind, email: kind === 'EMAIL_SIGNIN' ? undefined : email, newEmail }
}
