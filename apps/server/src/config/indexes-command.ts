import { resolve } from 'node:path'
import { parseServerAccess, type ServerAccess, serverAccessFlags, serverAccessHelp } from '../cli/server/server-access.ts'
import { type Environment, type Flags, SettingsError } from './server-config.ts'

/** `hearth indexes deploy|list`, with everything it needs. */
export interface IndexesCommand {
  readonly action: 'deploy' | 'list'
  /** Where `firebase.json` and `firestore.indexes.json` are. */
  readonly folder: string
  readonly project: string
  /** Undefined for all that the files are about. */
  readonly database: string | undefined
  /** Overrides of fields that the file does not name are given up. */
  readonly prune: boolean
  readonly access: ServerAccess
}

const known = new Set<string>(['project', 'database', 'indexes', 'prune', ...serverAccessFlags])

export const indexesCommandHelp = `Indexes, exemptions and expiry of fields, from firebase.json and firestore.indexes.json:
  hearth indexes deploy --project <id> [--prune]
  hearth indexes list --project <id>
      --indexes <folder> of the files; default: the working folder
      --database <id>    default: those that the files are about; for a list (default)
      --prune            fields that the file does not name are indexed as all are again
${serverAccessHelp}`

/** Throws `SettingsError` with everything that is wrong. */
export function parseIndexesCommand(
  action: string | undefined,
  flags: Flags,
  environment: Environment,
): IndexesCommand {
  const complaints: string[] = []
  for (const [name, value] of Object.entries(flags)) {
    if (!known.has(name)) complaints.push(`--${name} is not a setting of this command.`)
    else if (name === 'prune' ? value !== true : value === true) {
      complaints.push(name === 'prune' ? '--prune takes no value.' : `--${name} needs a value.`)
    }
  }
  const text = (name: string): string | undefined => (typeof flags[name] === 'string' ? flags[name] : undefined)
  if (action !== 'deploy' && action !== 'list') complaints.push('Say what to do: indexes deploy or indexes list.')
  if (text('project') === undefined) complaints.push('--project is missing: the id of the project.')
  const access = parseServerAccess(text, environment, complaints)
  if (complaints.length > 0) throw new SettingsError(complaints)
  return {
    action: action === 'deploy' ? 'deploy' : 'list',
    folder: resolve(text('indexes') ?? '.'),
    project: text('project') ?? '',
    database: text('database'),
    prune: flags['prune'] === true,
    access,
  }
}
