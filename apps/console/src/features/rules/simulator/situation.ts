import type { Method } from '@hearth/rules'

/** What somebody might do, as it is typed in. */
export interface Situation {
  readonly method: Method
  /** Within the database or the bucket: `orders/8Kd2`, for a list of documents `orders`. */
  readonly path: string
  /** Undefined: nobody is signed in. */
  readonly uid: string | undefined
  /** JSON: what the ID token says beyond the uid. */
  readonly claims: string
  /** Documents: typed JSON of the data browser. Files: JSON of the metadata. Empty: there is none. */
  readonly before: string
  readonly after: string
  /** Conditions of a query, one a line: `status == "open"`. */
  readonly filters: string
  /** Of a query; empty for none. */
  readonly limit: string
}

export const methods: readonly Method[] = ['get', 'list', 'create', 'update', 'delete']

export function hasBefore(method: Method): boolean {
  return method === 'get' || method === 'update' || method === 'delete'
}

export function hasAfter(method: Method): boolean {
  return method === 'create' || method === 'update'
}

export const firstSituation: Situation = {
  method: 'get',
  path: '',
  uid: undefined,
  claims: '{}',
  before: '',
  after: '',
  filters: '',
  limit: '',
}
