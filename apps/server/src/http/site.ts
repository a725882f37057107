import type { HttpExchange } from './http-exchange.ts'

/** The web pages that share the port with the protocols. */
export interface Site {
  /** Answers when the path is exactly one of its files; says whether it did. `firstSegment` is the path's, as it came. */
  serveFile(exchange: HttpExchange, firstSegment: string): boolean
  /** Answers a browser's navigation to a path that no protocol claims: the application finds its own way from there. */
  servePage(exchange: HttpExchange): void
}
