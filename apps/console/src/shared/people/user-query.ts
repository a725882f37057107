/** Which users are shown, as the address has it; what is absent doesn't count. */
export interface UserQuery {
  /** A part of the address, the name, the number or the uid. */
  readonly q?: string
  readonly provider?: string
  readonly state?: UserState
  /** Such as `role = "admin"`; whether it can be read says `parseClaimFilter`. */
  readonly claim?: string
  readonly sort?: UserSort
  /** From 1. */
  readonly page?: number
}

/** What the address of the list says besides. */
export interface UsersSearch extends UserQuery {
  /** The uid of the user who stands beside the list. */
  readonly user?: string
}

export const userStates = ['active', 'disabled', 'verified', 'unverified'] as const
export type UserState = (typeof userStates)[number]

export const userSorts = ['created', 'last-sign-in', 'email', 'name', 'uid'] as const
/** With a minus in front for the other way round. */
export type UserSort = `${'' | '-'}${(typeof userSorts)[number]}`

export const defaultSort: UserSort = '-created'
export const usersPerPage = 50

export function readUserQuery(search: Record<string, unknown>): UserQuery {
  const { q, provider, state, claim, sort, page } = search
  return {
    // The router reads a bare number or truth in the address as one.
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...(typeof provider === 'string' && provider !== '' && { provider }),
    ...(isOneOf(state, userStates) && { state }),
    ...((typeof claim === 'string' || typeof claim === 'number' || typeof claim === 'boolean') &&
      claim !== '' && { claim: String(claim) }),
    ...(isSort(sort) && sort !== defaultSort && { sort }),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
  }
}

export function readUsersSearch(search: Record<string, unknown>): UsersSearch {
  const { user } = search
  return {
    ...readUserQuery(search),
    ...((typeof user === 'string' || typeof user === 'number') && user !== '' && { user: String(user) }),
  }
}

/** Whether anything is left out. */
export function isFiltered({ q, provider, state, claim }: UserQuery): boolean {
  return q !== undefined || provider !== undefined || state !== undefined || claim !== undefined
}

function isSort(value: unknown): value is UserSort {
  return typeof value === 'string' && isOneOf(value.replace(/^-/, ''), userSorts)
}

function isOneOf<Value extends string>(value: unknown, values: readonly Value[]): value is Value {
  return values.some((one) => one === value)
}
