import { BoundedCache } from '../../lib/bounded-cache.ts'
import { projectOf, type Realm, tenantOf } from '../realm.ts'

const KEPT_OF_PROJECT = 20
const PROJECTS_MAX = 1_000

export interface RecentSignIn {
  /** Grows with each, also over a restart of the server. */
  readonly id: string
  readonly uid: string
  readonly tenant: string | undefined
  /** `password`, `anonymous`, `google.com`, … */
  readonly provider: string
  /** It is the first one of the account. */
  readonly isFirst: boolean
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** The last sign-ins of each project since the start of the server, for those who watch it. Accounts keep when their own last one was. */
export class RecentSignIns {
  readonly #byProject = new BoundedCache<readonly RecentSignIn[]>(PROJECTS_MAX)
  #lastId = 0

  note(realm: Realm, { uid, provider, isFirst, at }: Pick<RecentSignIn, 'uid' | 'provider' | 'isFirst' | 'at'>): void {
    const project = projectOf(realm)
    this.#lastId = Math.max(at * 1000, this.#lastId + 1)
    const signIn = { id: String(this.#lastId), uid, tenant: tenantOf(realm), provider, isFirst, at }
    this.#byProject.set(project, [signIn, ...(this.#byProject.get(project) ?? [])].slice(0, KEPT_OF_PROJECT))
  }

  /** The newest first, at most 20. */
  list(project: string): readonly RecentSignIn[] {
    return this.#byProject.get(project) ?? []
  }
}
