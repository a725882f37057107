import { StatusError } from '@hearth/model'
import type { Random } from '../ambient.ts'
import type { OwnerCommand } from '../config/owner-command.ts'
import { CodeFile } from '../projects/code-file.ts'
import { newLocalCode } from '../projects/local-code.ts'
import { ServerCalls } from './server/server-calls.ts'

/**
 * Puts a code into the data folder, shows it to the running server and prints the link that it answers. Answers the exit status: 0, or 1 after
 * a sentence about what went wrong; the code is gone either way.
 */
export async function resetOwner(
  { origin, dataFolder, secondFactor }: OwnerCommand,
  random: Random,
  print: (line: string) => void,
  tell: (sentence: string) => void,
): Promise<number> {
  const file = new CodeFile(dataFolder, 'owner-reset-code')
  const code = newLocalCode(random)
  try {
    await file.write(code)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    tell(
      `${dataFolder} can't be written (${String(error.code)}). Name the server's data folder with --data, and run this as the server's user.`,
    )
    return 1
  }
  try {
    const server = new ServerCalls({ origin, token: async () => '' })
    const answer = await server.call('POST', '/hearth/v1/owner-reset', { code, secondFactor })
    const { email, link, removedFactors } = answer as { email: string; link: string; removedFactors: number }
    if (secondFactor) tell(factorsSentence(email, removedFactors))
    tell(`Within the hour, choose a new password for ${email} at:`)
    print(link)
    return 0
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    tell(error.message)
    return 1
  } finally {
    await file.remove()
  }
}

function factorsSentence(email: string, removed: number): string {
  return removed === 0
    ? `${email} had no second factor; it is signed out everywhere.`
    : `${email} signs in without a second factor from now on, and is signed out everywhere. The password is as it was.`
}
