import type { Environment } from '../../config/server-config.ts'

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
export const noCredential = 'owner'

export const serverAccessFlags = ['url', 'key', 'token'] as const

export const serverAccessHelp = `      --url <url>      of the server; default: http://127.0.0.1 with HEARTH_PORT, or 4400
      --key <file>     a service key of the project (an owner makes one in its settings); or HEARTH_KEY
      --token <token>  another credential, such as an operator's ID token; or HEARTH_TOKEN
                       Without either: owner, which hearth dev accepts
`

/** Reads the flags of `serverAccessHelp`; what is wrong with them is added to `complaints`. */
export function parseServerAccess(
  text: (name: (typeof serverAccessFlags)[number]) => string | undefined,
  environment: Environment,
  complaints: string[],
): ServerAccess {
  const url = text('url') ?? `http://127.0.0.1:${environment['HEARTH_PORT'] ?? 4400}`
  if (!URL.canParse(url)) complaints.push('--url must be an address such as https://backend.example.com.')
  const [key, token] = [text('key'), text('token')]
  if (key !== undefined && token !== undefined) complaints.push('--key and --token are two answers to one question.')
  const file = key ?? (token === undefined ? environment['HEARTH_KEY'] : undefined)
  const credential: CommandCredential =
    file === undefined
      ? { kind: 'token', token: token ?? environment['HEARTH_TOKEN'] ?? noCredential }
      : { kind: 'service-key', file }
  return { origin: URL.canParse(url) ? new URL(url).origin : '', credential }
}
