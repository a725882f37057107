export const operations = ['get', 'list', 'create', 'update', 'delete'] as const
export type Operation = (typeof operations)[number]

/** Which requests are listed; what is absent doesn't matter. */
export interface RequestFilter {
  readonly verdict?: 'allowed' | 'denied'
  readonly service?: 'documents' | 'files'
  readonly operation?: Operation
  readonly uid?: string
  /** What the path begins with. */
  readonly path?: string
}

/** The filter an address asks for; what can't be read is left out. */
export function readFilter({ verdict, service, operation, uid, path }: Record<string, unknown>): RequestFilter {
  const named = operations.find((one) => one === operation)
  return {
    ...((verdict === 'allowed' || verdict === 'denied') && { verdict }),
    ...((service === 'documents' || service === 'files') && { service }),
    ...(named !== undefined && { operation: named }),
    // The router reads a bare number in a hand-written address as one.
    ...((typeof uid === 'string' || typeof uid === 'number') && uid !== '' && { uid: String(uid) }),
    ...((typeof path === 'string' || typeof path === 'number') && path !== '' && { path: String(path) }),
  }
}

/** What the address of the screen says. */
export interface RequestsSearch extends RequestFilter {
  /** The id of the request that is open. */
  readonly request?: string
}

export function readRequestsSearch(search: Record<string, unknown>): RequestsSearch {
  const { request } = search
  return {
    ...readFilter(search),
    ...((typeof request === 'string' || typeof request === 'number') && { request: String(request) }),
  }
}
