import { parseServerAccess, type ServerAccess, serverAccessFlags, serverAccessHelp } from '../cli/server/server-access.ts'
import { type Environment, type Flags, SettingsError } from './server-config.ts'

/** `hearth keys list|rotate`, with everything it needs. */
export interface KeysCommand {
  readonly action: 'list' | 'rotate'
  readonly project: string
  /** The keys so far are withdrawn. */
  readonly atOnce: boolean
  readonly access: ServerAccess
}

const known = new Set<string>(['project', 'at-once', ...serverAccessFlags])

export const keysCommandHelp = `The keys that sign the ID tokens and session cookies of a project; a new one takes over every 30 days by itself:
  hearth keys list --project <id>
  hearth keys rotate --project <id> [--at-once]
      --at-once        for a key that may have been stolen: the others are withdrawn, and what they have signed is
                       worth nothing; without it a new key is published for two hours and then takes over
${serverAccessHelp}`

/** Throws `SettingsError` with everything that is wrong. */
export function parseKeysCommand(action: string | undefined, flags: Flags, environment: Environment): KeysCommand {
  const complaints: string[] = []
  for (const [name, value] of Object.entries(flags)) {
    if (!known.has(name)) complaints.push(`--${name} is not a setting of this command.`)
    else if (name === 'at-once' ? value !== true : value === true) {
      complaints.push(name === 'at-once' ? '--at-once takes no value.' : `--${name} needs a value.`)
    }
  }
  const text = (name: string): string | undefined => (typeof flags[name] === 'string' ? flags[name] : undefined)
  if (action !== 'list' && action !== 'rotate') complaints.push('Say what to do: keys list or keys rotate.')
  if (action === 'list' && flags['at-once'] !== undefined) complaints.push('--at-once is for keys rotate.')
  if (text('project') === undefined) complaints.push('--project is missing: the id of the project.')
  const access = parseServerAccess(text, environment, complaints)
  if (complaints.length > 0) throw new SettingsError(complaints)
  return {
    action: action === 'rotate' ? 'rotate' : 'list',
    project: text('project') ?? '',
    atOnce: flags['at-once'] === true,
    access,
  }
}
