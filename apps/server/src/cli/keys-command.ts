import { StatusError } from '@hearth/model'
import type { KeysCommand } from '../config/keys-command.ts'
import { openBearerTokens } from './server/bearer-tokens.ts'
import { ServerCalls } from './server/server-calls.ts'

interface ListedKey {
  readonly id: string
  readonly state: string
  readonly signsFrom: string
}

/** Runs the command, printing the keys. Answers the exit status: 0, or 1 after a sentence about what went wrong. */
export async function runKeys(
  { action, project, atOnce, access }: KeysCommand,
  print: (line: string) => void,
  tell: (sentence: string) => void,
): Promise<number> {
  const path = `/hearth/v1/projects/${encodeURIComponent(project)}/signing-keys`
  try {
    const server = new ServerCalls({ origin: access.origin, token: await openBearerTokens(access.credential, project) })
    if (action === 'rotate') {
      const { id, signsFrom } = (await server.call('POST', `${path}:rotate`, { atOnce })) as ListedKey
      tell(
        atOnce
          ? `Key ${id} signs from now on. What the others have signed is worth nothing any more.`
          : `Key ${id} signs from ${signsFrom} on. What the others have signed stays good until it expires.`,
      )
    }
    const { signingKeys } = (await server.call('GET', path)) as { signingKeys: ListedKey[] }
    for (const { id, state, signsFrom } of signingKeys) print(`${id}  ${state.padEnd(8)} from ${signsFrom}`)
    return 0
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    tell(error.message)
    return 1
  }
}
