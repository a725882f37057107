import { type Environment, type Flags, SettingsError } from '../../config/server-config.ts'

/** `hearth connect tools`, with everything it needs. */
export interface ConnectCommand {
  /** What tools reach the server by. */
  readonly origin: string
  /** The file of a service key. */
  readonly keyFile: string
  /** A file with the certificate of the server, where no authority that the tools know has signed it. */
  readonly certificateFile: string | undefined
}

const known = ['url', 'key', 'ca']

export const connectCommandHelp = `The settings by which the vendor's command lines (firebase-tools, gcloud) and libraries work with a server and a service key,
as lines for a shell. They are good for an hour:
  eval "$(hearth connect tools --url https://backend.example.com --key key.json)"
      --url <url>      of the server; default: http://127.0.0.1 with HEARTH_PORT, or 4400
      --key <file>     a service key of the project (an owner makes one in its settings); or HEARTH_KEY
      --ca <file>      the certificate of the server in PEM, where it signed it itself
`

/** Throws `SettingsError` with everything that is wrong. */
export function parseConnectCommand(
  action: string | undefined,
  flags: Flags,
  environment: Environment,
): ConnectCommand {
  const complaints: string[] = []
  for (const [name, value] of Object.entries(flags)) {
    if (!known.includes(name)) complaints.push(`--${name} is not a setting of this command.`)
    else if (value === true) complaints.push(`--${name} needs a value.`)
  }
  const text = (name: string): string | undefined => (typeof flags[name] === 'string' ? flags[name] : undefined)
  if (action !== 'tools') complaints.push('Say what to connect: connect tools.')
  const url = text('url') ?? `http://127.0.0.1:${environment['HEARTH_PORT'] ?? 4400}`
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    complaints.push('--url must be an address such as https://backend.example.com.')
  }
  const keyFile = text('key') ?? environment['HEARTH_KEY']
  if (keyFile === undefined) complaints.push('--key is missing: the file of a service key of the project.')
  if (complaints.length > 0) throw new SettingsError(complaints)
  return { origin: new URL(url).origin, keyFile: keyFile ?? '', certificateFile: text('ca') }
}
