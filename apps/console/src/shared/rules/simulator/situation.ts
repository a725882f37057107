import type { Method } from '@hearth/rules'
import type { RulesArea } from '../rules-area.ts'

/** What somebody might do, as it is typed in. */
export interface Situation {
  readonly method: Method
  /** Within the database or the bucket: `orders/8Kd2`, for a list of documents `orders`, for a collection group `**\/orders`. */
  readonly path: string
  /** Undefined: nobody is signed in. */
  readonly uid: string | undefined
  /** JSON: what the ID token says beyond the uid. */
  readonly claims: string
  /** Documents: the editor's JSON of the data browser. Files: JSON of the metadata. Empty: there is none. */
  readonly before: string
  readonly after: string
  /** Conditions of a query, one a line: `status == "open"`. */
  readonly filters: string
  /** Of a query: `created desc, name`; empty for none. */
  readonly orderBy: string
  /** Of a query; empty for none. */
  readonly limit: string
  /** RFC 3339; empty: now. */
  readonly time: string
  /**
   * The editor's JSON: other documents by path, null for one that is not there: `{"users/ada": {"role": "editor"}}`. Empty: as they are in the
   * database.
   */
  readonly others: string
}

/** The database of a situation. */
export type DatabaseOfPlace = Pick<Place, 'project' | 'database'>

/** Where a situation takes place. */
export interface Place {
  readonly area: RulesArea
  readonly project: string
  /** The id of the database that is asked about, and that rules of files read. */
  readonly database: string
  readonly bucket: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** A situation can't be asked as it was typed in. */
export class SituationProblem extends Error {
  readonly field: keyof Situation

  constructor(field: keyof Situation, message: string) {
    super(message)
    this.name = 'SituationProblem'
    this.field = field
  }
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
  orderBy: '',
  limit: '',
  time: '',
  others: '',
}
