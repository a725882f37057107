import type { OperatorRole } from '../access/caller.ts'
import type { ConsoleAccount } from './console-account.ts'
import { serviceToken } from './service-credential.ts'

type Origin = { readonly origin: string }

/** By the owner who made it: a credential of the console, for what the server alone does there. */
const serverTokens = new WeakMap<ConsoleAccount, Promise<string>>()

/**
 * Makes it so that these belong to a project besides its owner, who owns the server: the server lets them in, as by invitations that were
 * accepted, and the owner writes the rest as the console does.
 */
export async function setTeam(
  server: Origin,
  project: string,
  owner: ConsoleAccount,
  others: Readonly<Record<string, OperatorRole>>,
): Promise<void> {
  const roles: Record<string, OperatorRole> = { [owner.uid]: 'owner', ...others }
  const before = await memberIdsOf(server, project, owner.idToken)
  const newcomers = Object.keys(roles).filter((uid) => !before.includes(uid))
  if (newcomers.length > 0) {
    const members = { memberIds: texts([...before, ...newcomers]) }
    await write(server, `projects/${project}`, await serverTokenOf(owner), ['memberIds'], members)
  }
  await write(server, `projects/${project}`, owner.idToken, ['memberIds', 'roles'], {
    memberIds: texts(Object.keys(roles)),
    roles: {
      mapValue: { fields: Object.fromEntries(Object.entries(roles).map(([uid, role]) => [uid, text(role)])) },
    },
  })
}

/** Writes fields of a document of the console with a credential of its project, which no rules are asked about. */
export async function writeAsServer(
  server: Origin,
  owner: ConsoleAccount,
  path: string,
  fields: Readonly<Record<string, object>>,
): Promise<void> {
  await write(server, path, await serverTokenOf(owner), Object.keys(fields), fields)
}

async function serverTokenOf(owner: ConsoleAccount): Promise<string> {
  let token = serverTokens.get(owner)
  if (token === undefined) {
    token = serviceToken(owner, 'console', ['project'])
    serverTokens.set(owner, token)
  }
  return await token
}

async function memberIdsOf({ origin }: Origin, project: string, token: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${origin}${DOCUMENTS}/projects/${project}`, { headers })
  const { fields } = (await answer.json()) as {
    fields?: { memberIds?: { arrayValue?: { values?: { stringValue: string }[] } } }
  }
  return fields?.memberIds?.arrayValue?.values?.map(({ stringValue }) => stringValue) ?? []
}

async function write(
  { origin }: Origin,
  path: string,
  token: string,
  names: readonly string[],
  fields: Readonly<Record<string, object>>,
): Promise<void> {
  const mask = names.map((name) => `updateMask.fieldPaths=${name}`).join('&')
  const answer = await fetch(`${origin}${DOCUMENTS}/${path}?${mask}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fields }),
  })
  if (!answer.ok) throw new Error(`${path} could not be written: ${answer.status} ${await answer.text()}`)
}

const DOCUMENTS = '/v1/projects/console/databases/(default)/documents'

function text(stringValue: string): object {
  return { stringValue }
}

function texts(values: readonly string[]): object {
  return { arrayValue: { values: values.map(text) } }
}
