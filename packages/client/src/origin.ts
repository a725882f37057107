/** Where the server is. */
export interface ConnectOptions {
  /** `https://backend.example.com` or `http://127.0.0.1:4400`. Without it: the origin of the page. */
  readonly origin?: string
}

/** The origin as a URL, its scheme and host checked. Throws an `Error` that says what is wrong with it. */
export function originOf(options: ConnectOptions): URL {
  const text = options.origin ?? pageOrigin()
  if (text === undefined) throw new Error('Outside a web page connectHearth needs an origin: { origin: "https://…" }.')
  if (!URL.canParse(text)) throw new Error(`"${text}" is not an origin. It looks like https://backend.example.com.`)
  const url = new URL(text)
  const isOrigin = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || !isOrigin) {
    throw new Error(`"${text}" is not an origin: http or https, a host, maybe a port, and nothing after it.`)
  }
  return url
}

function pageOrigin(): string | undefined {
  return typeof location === 'object' && location.origin !== 'null' ? location.origin : undefined
}
