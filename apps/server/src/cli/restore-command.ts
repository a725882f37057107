import { resolve } from 'node:path'
import type { Command } from 'commander'
import { systemClock } from '../lib/ambient.ts'
import { restoreServer } from '../backups/server/restore-server.ts'
import { composeStoreFiles } from '../compose/compose-stores.ts'
import { type CommandContext, newCommand, restrictToUser, valueOption } from './command.ts'
import { dataFolderOption, onDataFolder, readDataFolder } from './data-folder.ts'

interface RestoreOptions {
  readonly from: string
  readonly data?: string
}

/** `hearth restore` */
export function restoreCommand(context: CommandContext): Command {
  return newCommand('restore', context)
    .description(
      'Makes a data folder of a copy of "hearth backup". Everything is read and compared with its digests before.',
    )
    .addOption(valueOption('--from <folder>', 'the folder of a backup').makeOptionMandatory())
    .addOption(dataFolderOption())
    .addHelpText(
      'after',
      `
The data folder must be new or empty. All is as it was then: what was revoked, disabled or closed since is open again.
Run it on the server's machine, as the server's own user.`,
    )
    .action(async ({ from, data }: RestoreOptions) => {
      const dataFolder = readDataFolder(data, context.environment)
      restrictToUser()
      const around = { files: composeStoreFiles(dataFolder), clock: systemClock }
      await onDataFolder(() => restoreServer({ dataFolder, folder: resolve(from) }, around, context.tell))
    })
}
