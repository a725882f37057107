import { resolve } from 'node:path'
import { options } from '../config/options.ts'
import { type Environment, type Flags, SettingsError } from '../config/server-config.ts'

/** `hearth backup` or `hearth restore`, with everything it needs. */
export interface BackupCommand {
  readonly action: 'backup' | 'restore'
  readonly dataFolder: string
  /** Where the backup goes, or is. */
  readonly folder: string
  /** Contents of files may be in an S3-compatible store and not here. */
  readonly hasContentsElsewhere: boolean
  /** The key that secrets are sealed with goes into the backup too. */
  readonly withSecretsKey: boolean
}

export const backupCommandHelp = `The whole server, all projects with their files and the registry, in a folder that moves to another disk or machine:
  hearth backup --to <folder>
      also while the server runs; each project is of one moment; the folder must be new or empty
      --with-secrets-key  with secrets.key, which opens the secrets in the backup; else keep that file, or your
                          HEARTH_SECRETS_KEY, apart from it: a restored server needs it
      --data <folder>  of the server; or HEARTH_DATA; default: ./hearth-data
  hearth restore --from <folder>
      into a data folder that is new or empty; everything is read and compared with its digests before;
      all is as it was then: what was revoked, disabled or closed since is open again
Run it on the server's machine, as the server's own user. Contents in an S3-compatible store (HEARTH_BLOBS) stay there.
A single project is backed up and restored in the console, under Settings, Backups.
`

const keyFlag = 'with-secrets-key'

/** Throws `SettingsError` with everything that is wrong. */
export function parseBackupCommand(
  action: BackupCommand['action'],
  flags: Flags,
  environment: Environment,
): BackupCommand {
  const complaints: string[] = []
  const wanted = action === 'backup' ? 'to' : 'from'
  for (const [name, value] of Object.entries(flags)) {
    if (name === keyFlag && action === 'backup') {
      if (value !== true) complaints.push(`--${name} takes no value.`)
    } else if (name !== wanted && name !== 'data') complaints.push(`--${name} is not a setting of this command.`)
    else if (value === true) complaints.push(`--${name} needs a value.`)
  }
  const text = (name: string): string | undefined => (typeof flags[name] === 'string' ? flags[name] : undefined)
  const folder = text(wanted)
  if (folder === undefined && flags[wanted] === undefined) {
    complaints.push(
      action === 'backup' ? '--to is missing: the folder to make.' : '--from is missing: the folder of a backup.',
    )
  }
  if (complaints.length > 0) throw new SettingsError(complaints)
  const dataFolder = text('data') ?? environment[options.dataFolder.variable] ?? options.dataFolder.defaultText
  return {
    action,
    dataFolder: resolve(dataFolder),
    folder: resolve(folder ?? ''),
    hasContentsElsewhere: (environment[options.blobs.variable] ?? '').startsWith('s3:'),
    withSecretsKey: flags[keyFlag] === true,
  }
}
