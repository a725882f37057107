import { listSigningKeys, rotateSigningKeys } from '@hearth/api'
import type { Command } from 'commander'
import { type CommandContext, newCommand, projectOption } from './command.ts'
import { openServer } from './server/open-server.ts'
import { type ServerOptions, withServerOptions } from './server/server-access.ts'
import type { ServerCalls } from './server/server-calls.ts'

interface KeysOptions extends ServerOptions {
  readonly project: string
  readonly atOnce?: boolean
}

/** `hearth keys list|rotate` */
export function keysCommand(context: CommandContext): Command {
  const keys = newCommand('keys', context).description(
    'The keys that sign the ID tokens and session cookies of a project. A new one takes over every 30 days by itself.',
  )
  const list = keys
    .command('list')
    .description('print the keys')
    .addOption(projectOption())
    .action(async (options: KeysOptions) => {
      await printKeys(await openServer(options, context), options.project, context)
    })
  const rotate = keys
    .command('rotate')
    .description('make a new key; it is published for two hours and then takes over')
    .addOption(projectOption())
    .option(
      '--at-once',
      'for a key that may have been stolen: the others are withdrawn, and what they signed is worth nothing',
    )
    .action(async (options: KeysOptions) => {
      const server = await openServer(options, context)
      await rotateKeys(server, options, context)
      await printKeys(server, options.project, context)
    })
  withServerOptions(list)
  withServerOptions(rotate)
  return keys
}

async function printKeys(server: ServerCalls, project: string, { print }: CommandContext): Promise<void> {
  const { signingKeys } = await server.callApi(listSigningKeys, { project })
  for (const { id, state, signsFrom } of signingKeys) print(`${id}  ${state.padEnd(8)} from ${signsFrom}`)
}

async function rotateKeys(server: ServerCalls, { project, atOnce = false }: KeysOptions, { tell }: CommandContext) {
  const { id, signsFrom } = await server.callApi(rotateSigningKeys, { project, body: { atOnce } })
  tell(
    atOnce
      ? `Key ${id} signs from now on. What the others have signed is worth nothing any more.`
      : `Key ${id} signs from ${signsFrom} on. What the others have signed stays good until it expires.`,
  )
}
