import type { StatusError } from '@hearth/model'
import type { Exchange } from './exchange.ts'
import type { Protocol } from './route.ts'

/** The refusal of what is asked of a service that is not here, and how that service says no. */
export interface Unserved extends Pick<Protocol, 'writeError'> {
  readonly error: StatusError
}

/** Finds it for the port that a request came to; undefined where Hearth itself is there. */
export type FindUnservedAt = (port: number | undefined) => Unserved | undefined

/** Finds it for a request that no route takes; undefined where it is for nobody. */
export type FindUnserved = (exchange: Exchange, authority: string | undefined) => Unserved | undefined
