/** As the rules language names them; `read` and `write` mean those that follow. */
export const operations = ['read', 'get', 'list', 'write', 'create', 'update', 'delete'] as const
export type Operation = (typeof operations)[number]

/** How long ago a request may have been, in milliseconds. */
export const spans = { '10m': 10 * 60_000, '1h': 60 * 60_000, '1d': 24 * 60 * 60_000 } as const
export type Span = keyof typeof spans

/** Which requests are listed; what is absent doesn't matter. */
export interface RequestFilter {
  readonly verdict?: 'allowed' | 'denied'
  readonly service?: 'documents' | 'files'
  readonly operation?: Operation
  /** Those of the last ten minutes, hour, day. */
  readonly since?: Span
  /** From this moment on and before that one, in milliseconds since the epoch; both or none. */
  readonly begin?: number
  readonly end?: number
  readonly uid?: string
  /** What the path begins with. */
  readonly path?: string
  /** The id of the database of documents. */
  readonly database?: string
}

/** The filter an address asks for; what can't be read is left out. */
export function readFilter(address: Record<string, unknown>): RequestFilter {
  const { verdict, service, operation, since, begin, end, uid, path, database } = address
  const named = operations.find((one) => one === operation)
  return {
    ...((verdict === 'allowed' || verdict === 'denied') && { verdict }),
    ...((service === 'documents' || service === 'files') && { service }),
    ...(named !== undefined && { operation: named }),
    ...((since === '10m' || since === '1h' || since === '1d') && { since }),
    ...(isMoment(begin) && isMoment(end) && begin < end && { begin, end }),
    // The router reads a bare number in a hand-written address as one.
    ...((typeof uid === 'string' || typeof uid === 'number') && uid !== '' && { uid: String(uid) }),
    ...((typeof path === 'string' || typeof path === 'number') && path !== '' && { path: String(path) }),
    ...(typeof database === 'string' && database !== '' && { database }),
  }
}

function isMoment(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** How requests are put: the newest first where nothing is said, the slowest first, or in groups. */
export const arrangements = ['rule', 'path', 'app', 'slowest'] as const
export type Arrangement = (typeof arrangements)[number]

/** What the address of the screen says. */
export interface RequestsSearch extends RequestFilter {
  readonly by?: Arrangement
  /** The id of the request that is open. */
  readonly request?: string
}

export function readRequestsSearch(search: Record<string, unknown>): RequestsSearch {
  const { request, by } = search
  const arrangement = arrangements.find((one) => one === by)
  return {
    ...readFilter(search),
    ...(arrangement !== undefined && { by: arrangement }),
    ...((typeof request === 'string' || typeof request === 'number') && { request: String(request) }),
  }
}
