import { StatusError } from '@hearth/model'
import { z } from 'zod'
import type { Exchange } from '../../http/exchange.ts'
import type { Route } from '../../http/route.ts'
import { consoleUserOf, requireRecentOwner } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

const path = '/hearth/v1/projects/:project/invitations/:invitation'
const code = z.string('The code is missing.').trim().min(1, 'The code is missing.').max(200)
const withCode = z.strictObject({ code })
const withOrWithoutCode = z.strictObject({ code: code.optional() })
const mailing = z.strictObject({ language: z.string().max(35).optional() })
const joining = z.strictObject({
  code,
  displayName: z
    .string('The name is missing.')
    .trim()
    .min(1, 'The name is missing.')
    .max(80, 'A name has at most 80 characters.'),
  password: z.string('The password is missing.').min(1, 'The password is missing.').max(4096),
})

/** A new link for an invitation, to hand over; the one before opens nothing any more. It is shown this once. */
export function linkInvitation(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: `${path}/link`,
    guard: 'admin',
    async handle(exchange, params) {
      const { project = '', invitation = '' } = params
      const member = await requireRecentOwner(exchange, deps, project, 'project')
      const made = await deps.invitations.makeCode(project, invitation)
      await noteAct(deps, exchange, member, { project, service: 'team', operation: 'invite', target: invitation })
      exchange.replyJson(200, { code: made })
    },
  }
}

/** Sends the link of an invitation to its address; the one before opens nothing any more as soon as it is on its way. */
export function mailInvitation(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: `${path}/mail`,
    guard: 'admin',
    async handle(exchange, params) {
      const { project = '', invitation = '' } = params
      const member = await requireRecentOwner(exchange, deps, project, 'project')
      const { language } = await readRequest(exchange, mailing)
      const { email } = await deps.invitations.getOpen(project, invitation)
      const { publicOrigin: origin } = exchange
      await deps.sendInvitation({ kind: 'INVITATION', email, project, invitation, origin, locale: language })
      await noteAct(deps, exchange, member, { project, service: 'team', operation: 'invite', target: invitation })
      exchange.replyJson(200, {})
    },
  }
}

/** What the holder of a link is invited to. */
export function describeInvitation(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: `${path}/describe`,
    guard: 'capability',
    async handle(exchange, params) {
      const { project = '', invitation = '' } = params
      exchange.note({ project })
      const { code: given } = await readRequest(exchange, withCode)
      const { expiresAt, ...described } = await againstGuessing(deps, exchange, () =>
        deps.invitations.describe(project, invitation, given),
      )
      exchange.replyJson(200, { ...described, expiresAt: new Date(expiresAt).toISOString() })
    },
  }
}

/** Accepts as the account that is signed in, which has the invitation's address. */
export function acceptInvitation(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: `${path}/accept`,
    guard: 'admin',
    async handle(exchange, params) {
      const { project = '', invitation = '' } = params
      exchange.note({ project })
      const user = await consoleUserOf(exchange, deps)
      const { code: given } = await readRequest(exchange, withOrWithoutCode)
      const email = user.claims['email']
      const invited = {
        uid: user.uid,
        email: typeof email === 'string' ? email.toLowerCase() : undefined,
        isEmailVerified: user.claims['email_verified'] === true,
      }
      const role = await deps.invitations.accept(project, invitation, invited, given)
      await noteJoined(deps, exchange, project, user.uid, role)
      exchange.replyJson(200, { role })
    },
  }
}

/** Makes an account for the holder of a link, and accepts with it. */
export function joinByInvitation(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: `${path}/join`,
    guard: 'capability',
    async handle(exchange, params) {
      const { project = '', invitation = '' } = params
      exchange.note({ project })
      const { code: given, ...member } = await readRequest(exchange, joining)
      const { uid, role } = await againstGuessing(deps, exchange, () =>
        deps.invitations.join(project, invitation, given, { ...member, address: exchange.clientAddress }),
      )
      await noteJoined(deps, exchange, project, uid, role)
      exchange.replyJson(200, { role })
    },
  }
}

/** What counts against an address is a code that opens nothing. */
async function againstGuessing<Answer>(
  { setupRate }: HearthAdminDeps,
  { clientAddress }: Exchange,
  open: () => Promise<Answer>,
): Promise<Answer> {
  const guess = setupRate.take(clientAddress)
  try {
    const answer = await open()
    guess.giveBack()
    return answer
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'INVITATION_INVALID') guess.giveBack()
    throw error
  }
}

async function noteJoined(deps: HearthAdminDeps, exchange: Exchange, project: string, uid: string, role: string) {
  exchange.note({ uid })
  await noteAct(deps, exchange, { uid, key: undefined }, { project, service: 'team', operation: 'join', target: role })
}
