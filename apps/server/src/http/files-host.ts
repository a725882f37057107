import type { Exchange } from './exchange.ts'

/** Where a browser makes a document of an answer, by the request header `sec-fetch-dest` (Fetch Metadata). */
const documents = new Set(['document', 'iframe', 'frame', 'embed', 'object', 'fencedframe'])

/**
 * A host of its own for what users upload. A document that comes from there shares no origin with the console and the apps, even
 * if a browser should overlook the policy that it is sent with. Nothing but files is answered there.
 */
export class FilesHost {
  readonly #origin: string
  readonly #authority: string

  /** @param origin such as `https://files.example.com` */
  constructor(origin: string) {
    this.#origin = origin
    this.#authority = new URL(origin).host
  }

  /** @param authority the host that a request names, maybe with a port */
  isAsked(authority: string | undefined): boolean {
    return authority?.toLowerCase() === this.#authority
  }

  /**
   * Where to send a browser that would make a document of a file; undefined for everything else: programs, pictures and what
   * apps fetch are as safe on any host.
   */
  documentAddress({ headers, request }: Pick<Exchange, 'headers' | 'request'>): string | undefined {
    const destination = headers['sec-fetch-dest']
    const isDocument =
      destination === undefined ? headers.accept?.includes('text/html') === true : documents.has(destination)
    return isDocument ? `${this.#origin}${request.url}` : undefined
  }
}
