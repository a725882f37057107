import { z } from 'zod'
import type { ActionKind } from '../../identity/messages/action-codes.ts'
import { identityError } from '../../identity/identity-error.ts'
import { mailRequestOf, requestTypeNames } from './action-codes.ts'
import { defineAdminMethod, optionalEnum, optionalFlag, optionalText } from './define-method.ts'

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
