import type { Endpoint } from './endpoint.ts'

type QueryValue = string | number | boolean | undefined

/**
 * The address of an endpoint: its path with the values of its parameters, and a query of what is not undefined. A parameter of the rest of a path
 * keeps its slashes.
 */
export function addressOf(
  path: string,
  values: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  const address = path.replaceAll(/\/([:*])(\w+)/g, (_all, kind: string, name: string) => {
    const value = String(values[name])
    return `/${kind === '*' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)}`
  })
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value))
  const text = asked.toString()
  return text === '' ? address : `${address}?${text}`
}

/** What a client sends. */
export interface ApiRequest {
  readonly method: Endpoint['method']
  /** With the query. */
  readonly path: string
  readonly body?: unknown
}

interface AnyInput {
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly body?: unknown
}

/** What asks an endpoint, with an input of its type (`InputOf`). */
export function requestOf({ method, path }: Pick<Endpoint, 'method' | 'path'>, input: object): ApiRequest {
  const { body, query, ...values }: AnyInput = input
  return { method, path: addressOf(path, values, query), ...(body !== undefined && { body }) }
}
