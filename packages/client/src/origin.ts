/** Where the server is. */
export interface ConnectOptions {
  /** `https://backend.example.com` or `http://127.0.0.1:4400`. Without it: the origin of the page. */
  readonly origin?: string
}

/** The parts of an origin, named as those of a `URL`; no `port` where it is the scheme's own. */
export interface Origin {
  readonly origin: string
  readonly protocol: 'http:' | 'https:'
  readonly host: string
  readonly hostname: string
  readonly port: string
}

const originPattern = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:[\]\\]+)(?::(\d{1,5}))?\/?$/i
const portOfScheme: Record<string, string> = { http: '80', https: '443' }

/**
 * The origin taken apart. React Native has a `URL` that knows hardly any of its parts, so this one doesn't ask it. Throws an `Error` that says
 * what is wrong.
 */
export function originOf(options: ConnectOptions): Origin {
  const text = options.origin ?? pageOrigin()
  if (text === undefined) throw new Error('Outside a web page connectHearth needs an origin: { origin: "https://…" }.')
  const [, scheme = '', name = '', digits = ''] = originPattern.exec(text) ?? []
  if (scheme === '' || Number(digits) > 65_535) {
    throw new Error(`"${text}" is not an origin: http or https, a host, maybe a port, and nothing after it.`)
  }
  const protocol = scheme.toLowerCase() === 'https' ? 'https:' : 'http:'
  const hostname = name.toLowerCase()
  const port = digits === '' || digits === portOfScheme[scheme.toLowerCase()] ? '' : String(Number(digits))
  const host = port === '' ? hostname : `${hostname}:${port}`
  return { origin: `${protocol}//${host}`, protocol, host, hostname, port }
}

function pageOrigin(): string | undefined {
  return typeof location === 'object' && location.origin !== 'null' ? location.origin : undefined
}
