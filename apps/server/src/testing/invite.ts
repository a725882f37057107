import type { OperatorRole } from '../access/caller.ts'
import type { ConsoleAccount } from './console-account.ts'

export interface Invitee {
  readonly email: string
  readonly role: OperatorRole
  /** When it ends, from now on by this machine's clock. */
  readonly inMs?: number
}

const DATABASE_NAME = 'projects/console/databases/(default)'

/** Writes an invitation as the console does; answers what the server says to that, and its id. */
export async function tryToInvite(
  server: { readonly origin: string },
  project: string,
  owner: ConsoleAccount,
  { email, role, inMs = 7 * 86_400_000 }: Invitee,
): Promise<{ answer: Response; id: string }> {
  const id = crypto.randomUUID()
  const fields = {
    email: { stringValue: email },
    role: { stringValue: role },
    invitedBy: { stringValue: owner.uid },
    expiresAt: { timestampValue: new Date(Date.now() + inMs).toISOString() },
  }
  const write = {
    update: { name: `${DATABASE_NAME}/documents/projects/${project}/invitations/${id}`, fields },
    updateTransforms: [{ fieldPath: 'createdAt', setToServerValue: 'REQUEST_TIME' }],
  }
  const answer = await fetch(`${server.origin}/v1/${DATABASE_NAME}/documents:commit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ writes: [write] }),
  })
  return { answer, id }
}

/** As `tryToInvite`, where nothing speaks against it. */
export async function invite(
  server: { readonly origin: string },
  project: string,
  owner: ConsoleAccount,
  invitee: Invitee,
): Promise<string> {
  const { answer, id } = await tryToInvite(server, project, owner, invitee)
  if (!answer.ok) throw new Error(`The invitation could not be written: ${answer.status} ${await answer.text()}`)
  return id
}

/** Makes somebody a member of a project: an owner invites, and they accept by the link. */
export async function joinTeam(
  server: { readonly origin: string },
  project: string,
  owner: ConsoleAccount,
  member: ConsoleAccount,
  invitee: Invitee,
): Promise<void> {
  const id = await invite(server, project, owner, invitee)
  const path = `/projects/${project}/invitations/${id}`
  const { code } = (await (await owner.call('POST', `${path}/link`)).json()) as { code: string }
  const accepted = await member.call('POST', `${path}/accept`, { code })
  if (!accepted.ok) throw new Error(`The invitation could not be accepted: ${await accepted.text()}`)
}
