import type { StatusError } from '@hearth/model'
import type { Exchange } from './exchange.ts'

/**
 * How a route is guarded. It is data, so that a test can walk all routes and show that none goes around the gate:
 * - `open`: gives nothing away that needs a guard (health, public keys, the console's files, CORS preflight);
 * - `identity`: the identity service checks the credential in the request itself (sign-in, refresh, look-up);
 * - `gate`: the service behind it asks `authorize()` before it reads or writes;
 * - `admin`: server credentials or an operator's role, checked before the handler runs on;
 * - `capability`: an unguessable token in the address is the credential (download links, upload sessions, set-up code);
 * - `dev`: exists under `hearth dev` alone, and answers 404 with that sentence under `start`.
 */
export type RouteGuard = 'open' | 'identity' | 'gate' | 'admin' | 'capability' | 'dev'

export interface Route {
  /** `GET`, `POST`, ... GET answers HEAD too. */
  readonly method: string
  /**
   * Segments; `:name` takes one segment (percent-decoded), `:name:verb` one segment that ends in `:verb` (as in
   * `/v1/accounts:signUp`, written literally), a last `*name` takes the rest of the path.
   */
  readonly path: string
  readonly guard: RouteGuard
  /** `application/grpc*` requests are matched against these routes alone, all others never. */
  readonly grpc?: boolean
  handle(exchange: Exchange, params: Readonly<Record<string, string>>): Promise<void> | void
}

/** A wire protocol: where it listens and how it says no. */
export interface Protocol {
  readonly name: string
  readonly routes: readonly Route[]
  /** Writes the protocol's own error body. Called by the dispatcher with whatever a handler threw, made a StatusError. */
  writeError(exchange: Exchange, error: StatusError): void
}
