import { acceptInvitation, describeInvitation, joinByInvitation, linkInvitation, mailInvitation } from '@hearth/api'
import { StatusError } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'
import type { HearthAdminDeps } from './deps.ts'
import { timeJson, route } from './route.ts'
import { noteAct } from './note-act.ts'

export const invitations = [
  route(linkInvitation, async ({ deps, params: { project, invitation }, note }) => {
    const code = await deps.invitations.makeCode(project, invitation)
    await note({ target: invitation })
    return { code }
  }),

  route(mailInvitation, async ({ deps, exchange, params: { project, invitation }, body, note }) => {
    const { language } = await body()
    const { email } = await deps.invitations.getOpen(project, invitation)
    const { publicOrigin: origin } = exchange
    await deps.sendInvitation({ kind: 'INVITATION', email, project, invitation, origin, locale: language })
    await note({ target: invitation })
    return {}
  }),

  route(describeInvitation, async ({ deps, exchange, params: { project, invitation }, body }) => {
    const { code } = await body()
    const { expiresAt, ...described } = await againstGuessing(deps, exchange, () =>
      deps.invitations.describe(project, invitation, code),
    )
    return { ...described, expiresAt: timeJson(expiresAt) }
  }),

  route(acceptInvitation, async ({ deps, params: { project, invitation }, caller: { uid, claims }, body, note }) => {
    const { code } = await body()
    const email = claims['email']
    const invited = {
      uid,
      email: typeof email === 'string' ? email.toLowerCase() : undefined,
      isEmailVerified: claims['email_verified'] === true,
    }
    const role = await deps.invitations.accept(project, invitation, invited, code)
    await note({ target: role })
    return { role }
  }),

  route(joinByInvitation, async ({ deps, exchange, params: { project, invitation }, body }) => {
    const { code, ...member } = await body()
    const { uid, role } = await againstGuessing(deps, exchange, () =>
      deps.invitations.join(project, invitation, code, { ...member, address: exchange.clientAddress }),
    )
    exchange.note({ uid })
    const act = { project, service: 'team', operation: 'join', target: role } as const
    await noteAct(deps, exchange, { uid, key: undefined }, act)
    return { role }
  }),
]

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
