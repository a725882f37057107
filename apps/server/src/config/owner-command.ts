import { options } from './options.ts'
import { type Environment, type Flags, SettingsError } from './server-config.ts'

/** `hearth owner reset`, with everything it needs. */
export interface OwnerCommand {
  /** Of the running server: `http://127.0.0.1:4400`. */
  readonly origin: string
  readonly dataFolder: string
  /** The second factors of the owner's account are to go as well. */
  readonly secondFactor: boolean
}

const known = new Set<string>(['data', 'second-factor', 'url'])

export const ownerCommandHelp = `For an owner of the server who forgot the password or lost the second factor; run it on the server's machine, as the server's own user, while the server runs:
  hearth owner reset
      prints a link to choose a new password, good for an hour and for one use
      --second-factor  takes every second factor from the account at once, and signs it out everywhere;
                       the password stays until the link is used
      --data <folder>   of the server; or HEARTH_DATA; default: ./hearth-data
      --url <url>       of the server; default: http://127.0.0.1 with HEARTH_PORT, or 4400
`

/** Throws `SettingsError` with everything that is wrong. */
export function parseOwnerCommand(action: string | undefined, flags: Flags, environment: Environment): OwnerCommand {
  const complaints: string[] = []
  for (const [name, value] of Object.entries(flags)) {
    if (!known.has(name)) complaints.push(`--${name} is not a setting of this command.`)
    else if (name === 'second-factor' && value !== true) complaints.push(`--${name} takes no value.`)
    else if (name !== 'second-factor' && value === true) complaints.push(`--${name} needs a value.`)
  }
  const text = (name: string): string | undefined => (typeof flags[name] === 'string' ? flags[name] : undefined)
  if (action !== 'reset') complaints.push('Say what to do: owner reset.')
  const url = text('url') ?? `http://127.0.0.1:${environment['HEARTH_PORT'] ?? 4400}`
  if (!URL.canParse(url)) complaints.push('--url must be an address such as https://backend.example.com.')
  if (complaints.length > 0) throw new SettingsError(complaints)
  const dataFolder = text('data') ?? environment[options.dataFolder.variable] ?? options.dataFolder.defaultText
  return { origin: new URL(url).origin, dataFolder, secondFactor: flags['second-factor'] === true }
}
