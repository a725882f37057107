import { resolve } from 'node:path'
import type { Command } from 'commander'
import { systemClock } from '../lib/ambient.ts'
import { backUpServer } from '../backups/server/backup-server.ts'
import { composeStoreFiles } from '../compose/compose-stores.ts'
import { options as settings } from '../config/options.ts'
import { readVersion } from '../version.ts'
import { type CommandContext, newCommand, restrictToUser, valueOption } from './command.ts'
import { dataFolderOption, onDataFolder, readDataFolder } from './data-folder.ts'
import { restoreServer } from '../backups/server/restore-server.ts'

interface BackupOptions {
  readonly to: string
  readonly data?: string
  readonly withSecretsKey?: boolean
}

/** `hearth backup` */
export function backupCommand(context: CommandContext): Command {
  return newCommand('backup', context)
    .description(
      'Copies the whole server, all projects with their files and the registry, into a folder that moves to another disk or machine: also while the server runs. Each project is of one moment.',
    )
    .addOption(valueOption('--to <folder>', 'the folder to make; new or empty').makeOptionMandatory())
    .option(
      '--with-secrets-key',
      'with secrets.key, which opens the secrets in the backup; else keep that file, or your HEARTH_SECRETS_KEY, apart from it: a restored server needs it',
    )
    .addOption(dataFolderOption())
    .addHelpText(
      'after',
      `
Run it on the server's machine, as the server's own user. Contents in an S3-compatible store (HEARTH_BLOBS) stay there.
A single project is backed up and restored in the console, under Settings, Backups.`,
    )
    .action(async ({ to, data, withSecretsKey = false }: BackupOptions) => {
      const { environment, tell } = context
      const dataFolder = readDataFolder(data, environment)
      const hasContentsElsewhere = (environment[settings.blobs.variable] ?? '').startsWith('s3:')
      restrictToUser()
      const around = { files: composeStoreFiles(dataFolder), clock: systemClock, release: readVersion() }
      await onDataFolder(() =>
        backUpServer({ dataFolder, folder: resolve(to), hasContentsElsewhere, withSecretsKey }, around, tell),
      )
    })
}

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
