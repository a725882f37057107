/** What the statuses of answers begin with. */
export const statuses = ['2xx', '3xx', '4xx', '5xx'] as const
export const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const
/** That a request took so long at least, in milliseconds. */
export const slownesses = ['100', '1000'] as const
export const sources = ['apps', 'console'] as const
/** How long ago an answer may have ended, in milliseconds. */
export const spans = { '10m': 10 * 60_000, '1h': 60 * 60_000, '1d': 24 * 60 * 60_000 } as const
export type Span = keyof typeof spans

/** Which requests are listed, as the address says it; what is absent doesn't matter. */
export interface LogFilter {
  readonly status?: (typeof statuses)[number]
  readonly method?: (typeof methods)[number]
  readonly minMs?: (typeof slownesses)[number]
  readonly source?: (typeof sources)[number]
  readonly within?: Span
  /** What the path begins with. */
  readonly path?: string
  readonly uid?: string
  /** Of the request alone. */
  readonly id?: string
}

export interface LogSearch extends LogFilter {
  /** The id of the request that stands beside the list. */
  readonly entry?: string
}

export function readLogFilter(address: Record<string, unknown>): LogFilter {
  const status = oneOf(statuses, address['status'])
  const method = oneOf(methods, address['method'])
  const minMs = oneOf(slownesses, address['minMs'])
  const source = oneOf(sources, address['source'])
  const within = oneOf(Object.keys(spans) as Span[], address['within'])
  const [path, uid, id] = [textOf(address['path']), textOf(address['uid']), textOf(address['id'])]
  return {
    ...(status !== undefined && { status }),
    ...(method !== undefined && { method }),
    ...(minMs !== undefined && { minMs }),
    ...(source !== undefined && { source }),
    ...(within !== undefined && { within }),
    ...(path !== undefined && { path }),
    ...(uid !== undefined && { uid }),
    ...(id !== undefined && { id }),
  }
}

export function readLogSearch(address: Record<string, unknown>): LogSearch {
  const entry = textOf(address['entry'])
  return { ...readLogFilter(address), ...(entry !== undefined && { entry }) }
}

/** The router reads a bare number in a hand-written address as one. */
function textOf(value: unknown): string | undefined {
  return (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  const text = textOf(value)
  return values.find((one) => one === text)
}
