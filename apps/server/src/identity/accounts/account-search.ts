import { setImmediate } from 'node:timers/promises'
import { type Account, isAnonymous } from './account.ts'
import { PASSKEY_PROVIDER, passkeysOf } from '../passkeys/passkey.ts'
import { accountsByPrefix } from './account-record.ts'
import type { Accounts } from './accounts.ts'
import type { StoreOf } from '../store-of.ts'
import type { Realm } from '../realm.ts'

export type AccountOrder = 'uid' | 'name' | 'email' | 'createdAt' | 'lastSignInAt'

/** Which accounts are wanted; what is absent doesn't count. */
export interface AccountFilter {
  /** Part of the address, the name, the number or the uid, whatever its case. */
  readonly text?: string | undefined
  /** `password`, `phone`, `passkey`, `anonymous`, `custom` for those made by a custom token, or the id of a provider. */
  readonly provider?: string | undefined
  readonly disabled?: boolean | undefined
  readonly emailVerified?: boolean | undefined
  readonly claim?: ClaimFilter | undefined
}

/** A custom claim by its name, at the top of the claims. */
export interface ClaimFilter {
  readonly name: string
  /** What it is, or what a list in it has; absent for whatever it is. Texts by their case. */
  readonly value?: string | number | boolean | null | undefined
}

export interface AccountQuery extends AccountFilter {
  readonly order: AccountOrder
  readonly descending: boolean
  readonly offset: number
  readonly limit: number
}

export interface FoundAccounts {
  readonly accounts: readonly Account[]
  /** How many fit, on all pages. */
  readonly count: number
  /** There are more accounts than are looked through; those whose address, number or uid begins with the text are found all the same. */
  readonly isPartial: boolean
}

/** Nothing but uid, address and number is indexed: the rest is looked through, so far and no further. */
const LOOKED_THROUGH_MAX = 20_000
const BATCH_SIZE = 500
const BY_PREFIX_MAX = 100

/**
 * Finds accounts for people who look after them. Looks through the first 20,000 in the order of uids and finds any that begins with
 * the text; gives other requests their turn after every 500.
 */
export async function findAccounts(
  { accounts, storeOf }: { accounts: Accounts; storeOf: StoreOf },
  realm: Realm,
  query: AccountQuery,
): Promise<FoundAccounts> {
  const fits = fitting(query)
  const found = new Map<string, Account>()
  const take = (candidates: readonly Account[]): void => {
    for (const account of candidates) if (fits(account)) found.set(account.uid, account)
  }
  let after: string | undefined
  for (let seen = 0; seen < LOOKED_THROUGH_MAX; seen += BATCH_SIZE) {
    const page = await accounts.list(realm, { after, limit: BATCH_SIZE })
    take(page.accounts)
    after = page.next
    if (after === undefined) break
    await setImmediate()
  }
  const isPartial = after !== undefined
  const text = query.text?.trim() ?? ''
  if (isPartial && text !== '') take(await accountsByPrefix(await storeOf(realm), text, BY_PREFIX_MAX))
  const sorted = [...found.values()].toSorted(comparing(query))
  return { accounts: sorted.slice(query.offset, query.offset + query.limit), count: sorted.length, isPartial }
}

function fitting(filter: AccountFilter): (account: Account) => boolean {
  const text = filter.text?.trim().toLowerCase() ?? ''
  return (account) => {
    if (filter.disabled !== undefined && account.disabled !== filter.disabled) return false
    if (filter.emailVerified !== undefined) {
      if (account.email === undefined || account.emailVerified !== filter.emailVerified) return false
    }
    if (filter.provider !== undefined && !signsInBy(account, filter.provider)) return false
    if (filter.claim !== undefined && !hasClaim(account, filter.claim)) return false
    if (text === '') return true
    const { uid, email, displayName, phoneNumber } = account
    return [uid, email, displayName, phoneNumber].some((field) => field?.toLowerCase().includes(text) === true)
  }
}

function signsInBy(account: Account, provider: string): boolean {
  switch (provider) {
    case 'password':
      return account.passwordHash !== undefined || account.emailLinkSignIn === true
    case 'phone':
      return account.phoneNumber !== undefined
    case PASSKEY_PROVIDER:
      return passkeysOf(account).length > 0
    case 'anonymous':
      return isAnonymous(account)
    case 'custom':
      return account.madeByCustomToken === true
    default:
      return account.providers.some(({ providerId }) => providerId === provider)
  }
}

function hasClaim({ customClaims = {} }: Account, { name, value }: ClaimFilter): boolean {
  if (!Object.hasOwn(customClaims, name)) return false
  const claim = customClaims[name]
  return value === undefined || claim === value || (Array.isArray(claim) && claim.includes(value))
}

/** What is missing comes last, either way; equals go by uid, so that pages never overlap. */
function comparing({ order, descending }: AccountQuery): (one: Account, other: Account) => number {
  const direction = descending ? -1 : 1
  return (one, other) => {
    const [first, second] = [keyOf(one, order), keyOf(other, order)]
    if (first === second) return compare(one.uid, other.uid)
    if (first === undefined) return 1
    if (second === undefined) return -1
    return direction * compare(first, second)
  }
}

function keyOf(account: Account, order: AccountOrder): string | number | undefined {
  switch (order) {
    case 'uid':
      return account.uid
    case 'name':
      return account.displayName?.toLowerCase()
    case 'email':
      return account.email
    case 'createdAt':
      return account.createdAt
    case 'lastSignInAt':
      return account.lastSignInAt
  }
}

function compare(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0
}
