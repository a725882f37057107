import * as api from '@hearth/api'
import type { Command } from 'commander'
import { systemRandom } from '../lib/ambient.ts'
import { CodeFile, newLocalCode } from '../projects/local-code.ts'
import { CommandFailure, type CommandContext, newCommand, restrictToUser } from './command.ts'
import { dataFolderOption, readDataFolder } from './data-folder.ts'
import { readOrigin, urlOption } from './server/server-access.ts'
import { ServerCalls } from './server/server-calls.ts'

interface ResetOptions {
  readonly secondFactor?: boolean
  readonly data?: string
  readonly url?: string
}

/** `hearth owner reset` */
export function ownerCommand(context: CommandContext): Command {
  const owner = newCommand('owner', context).description(
    "For an owner of the server who forgot the password or lost the second factor. Run it on the server's machine, as the server's own user, while the server runs.",
  )
  owner
    .command('reset')
    .description('print a link to choose a new password, good for an hour and for one use')
    .option(
      '--second-factor',
      'take every second factor from the account at once, and sign it out everywhere; the password stays until the link is used',
    )
    .addOption(dataFolderOption())
    .addOption(urlOption())
    .action(async (options: ResetOptions) => {
      restrictToUser()
      await resetOwner(options, context)
    })
  return owner
}

/** Puts a code into the data folder, shows it to the running server and prints the link that it answers. The code is gone either way. */
async function resetOwner(options: ResetOptions, { environment, print, tell }: CommandContext): Promise<void> {
  const origin = readOrigin(options.url, environment)
  const dataFolder = readDataFolder(options.data, environment)
  const secondFactor = options.secondFactor === true
  const file = new CodeFile(dataFolder, 'owner-reset-code')
  const code = newLocalCode(systemRandom)
  try {
    await file.write(code)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause
    throw new CommandFailure(
      `${dataFolder} can't be written (${String(cause.code)}). Name the server's data folder with --data, and run this as the server's user.`,
      { cause },
    )
  }
  try {
    const server = new ServerCalls({ origin, token: async () => '' })
    const { email, link, removedFactors } = await server.callApi(api.resetOwner, { body: { code, secondFactor } })
    if (secondFactor) tell(factorsSentence(email, removedFactors))
    tell(`Within the hour, choose a new password for ${email} at:`)
    print(link)
  } finally {
    await file.remove()
  }
}

function factorsSentence(email: string, removed: number): string {
  return removed === 0
    ? `${email} had no second factor; it is signed out everywhere.`
    : `${email} signs in without a second factor from now on, and is signed out everywhere. The password is as it was.`
}
