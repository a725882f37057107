import type { OperatorRole } from '../access/caller.ts'
import type { ConsoleAccount } from './console-account.ts'

/** Writes who belongs to a project besides its owner, as the console does. */
export async function setTeam(
  server: { readonly origin: string },
  project: string,
  owner: ConsoleAccount,
  others: Readonly<Record<string, OperatorRole>>,
): Promise<void> {
  const roles: Record<string, OperatorRole> = { [owner.uid]: 'owner', ...others }
  const text = (stringValue: string) => ({ stringValue })
  const fields = {
    memberIds: { arrayValue: { values: Object.keys(roles).map(text) } },
    roles: {
      mapValue: { fields: Object.fromEntries(Object.entries(roles).map(([uid, role]) => [uid, text(role)])) },
    },
  }
  const address = `${server.origin}/v1/projects/console/databases/(default)/documents/projects/${project}`
  const answer = await fetch(`${address}?updateMask.fieldPaths=memberIds&updateMask.fieldPaths=roles`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${owner.idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fields }),
  })
  if (!answer.ok) throw new Error(`The team could not be written: ${answer.status} ${await answer.text()}`)
}
