import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { SettingsError } from '../../config/server-config.ts'
import type { Environment } from '../../config/option.ts'
import { TOKEN_PATH, projectOfServiceAccount } from '../../identity/tokens/service-keys.ts'
import { valueOption } from '../command.ts'

/** Which running server a command talks to, and as whom. */
export interface ServerAccess {
  readonly origin: string
  readonly credential: CommandCredential
}

export type CommandCredential =
  /** Goes behind `Bearer` as it is. */
  | { readonly kind: 'token'; readonly token: string }
  /** The file of a service key of the project, as the console gives it out. */
  | { readonly kind: 'service-key'; readonly file: string }

/** What a command sends where no credential was named; `hearth dev` takes it for an owner's. */
export const NO_CREDENTIAL = 'owner'

export interface ServerOptions {
  readonly url?: string
  readonly key?: string
  readonly token?: string
}

export function urlOption() {
  return valueOption(
    '--url <url>',
    'of the server; default: http://127.0.0.1 with HEARTH_PORT, else the one that made the key, else port 4400',
  )
}

/** Adds the options of `ServerOptions`. */
export function withServerOptions(command: Command): Command {
  return command
    .addOption(urlOption())
    .addOption(
      valueOption('--key <file>', 'a service key of the project (an owner makes one in its settings); or HEARTH_KEY'),
    )
    .addOption(
      valueOption(
        '--token <token>',
        "another credential, such as an operator's ID token; or HEARTH_TOKEN; without either: owner, which hearth dev accepts",
      ),
    )
}

/** Throws `SettingsError`. */
export function readServerAccess({ url, key, token }: ServerOptions, environment: Environment): ServerAccess {
  if (key !== undefined && token !== undefined) {
    throw new SettingsError(['--key and --token are two answers to one question.'])
  }
  const file = key ?? (token === undefined ? environment['HEARTH_KEY'] : undefined)
  const origin = readOrigin(url, environment, file)
  const credential: CommandCredential =
    file === undefined
      ? { kind: 'token', token: token ?? environment['HEARTH_TOKEN'] ?? NO_CREDENTIAL }
      : { kind: 'service-key', file }
  return { origin, credential }
}

/** Of `--url`, `HEARTH_PORT` or the server that made the key of `keyFile`, the first that is there. Throws `SettingsError`. */
export function readOrigin(given: string | undefined, environment: Environment, keyFile?: string): string {
  const port = environment['HEARTH_PORT']
  const isAsked = given === undefined && port === undefined && keyFile !== undefined
  const made = isAsked ? originOfKey(keyFile) : undefined
  const url = given ?? made ?? `http://127.0.0.1:${port ?? 4400}`
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new SettingsError(['--url must be an address such as https://backend.example.com.'])
  }
  return new URL(url).origin
}

/**
 * The server that made the key. Undefined for the keys of others, whatever server they name, and for a file that can't be read, which is said
 * by who uses the key.
 */
function originOfKey(file: string): string | undefined {
  try {
    const key = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>
    const address = String(key['token_uri'])
    const { origin } = new URL(address)
    const isOurs = projectOfServiceAccount(String(key['client_email'])) !== undefined && address === origin + TOKEN_PATH
    return isOurs ? origin : undefined
  } catch {
    return undefined
  }
}
