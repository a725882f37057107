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
   * Segments between slashes, each one of
   * - literal text, also with a colon inside: `accounts:signUp`;
   * - `:name` takes one segment, percent-decoded (so `%2F` inside it becomes a slash of the value);
   * - `:name:verb` takes one segment that ends in `:verb`, percent-decoded, without the verb;
   * - a last `*name` takes the rest of the path as it came, still percent-encoded, because only the protocol knows what
   *   an encoded slash means in it; the rest may be empty, the slash before it may not be missing;
   * - a last `*name:verb` takes a rest that ends in `:verb`, without the verb.
   *
   * Literals win over parameters, parameters with a verb over those without, parameters over the rest. A segment that
   * decodes to `.` or `..`, a NUL and broken percent-encoding are refused before any route is asked. A path whose first
   * segment is a parameter (`/:bucket/:object`) is never matched for a browser's page navigation, which means the console.
   */
  readonly path: string
  readonly guard: RouteGuard
  /** `application/grpc*` requests are matched against these routes alone, all others never. */
  readonly grpc?: boolean
  /** It answers with what users uploaded, and so from the host for files where there is one. */
  readonly sendsFiles?: boolean
  /** Whether an address that fits the path is this route's; where it is not, there is nothing at the address. True when absent. */
  readonly accepts?: (params: Readonly<Record<string, string>>) => boolean
  handle(exchange: Exchange, params: Readonly<Record<string, string>>): Promise<void> | void
}

/** A wire protocol: where it listens and how it says no. */
export interface Protocol {
  readonly name: string
  readonly routes: readonly Route[]
  /** False keeps pages of other origins out: their requests get no CORS headers. True when absent. */
  readonly crossOrigin?: boolean
  /** Writes the protocol's own error body. Called by the dispatcher with whatever a handler threw, made a StatusError. */
  writeError(exchange: Exchange, error: StatusError): void
  /** Ends the streams that have no end of their own, when the server stops. */
  close?(): Promise<void> | void
}

/** The refusal of what is asked of a service that is not here, and how that service says no. */
export interface Unserved extends Pick<Protocol, 'writeError'> {
  readonly error: StatusError
}

/** Finds it for the port that a request came to; undefined where Hearth itself is there. */
export type FindUnservedAt = (port: number | undefined) => Unserved | undefined

/** Finds it for a request that no route takes; undefined where it is for nobody. */
export type FindUnserved = (exchange: Exchange, authority: string | undefined) => Unserved | undefined
