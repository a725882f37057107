import { parseJson } from '@hearth/model'
import type { ProjectStore, RecordChange } from '../../persistence/persistence.ts'
import type { Account, LinkedProvider } from './account.ts'
import { passkeysOf } from '../passkeys/passkey.ts'
import type { IdentityReason } from '../identity-error.ts'

/**
 * Accounts as records. `account` by uid holds the account; the spaces beside it make an address, a number, a federated
 * identity and a passkey unique, and lead from each to the uid.
 */
export const ACCOUNT_SPACE = 'account'
export const EMAIL_SPACE = 'account-by-email'
export const PHONE_SPACE = 'account-by-phone'
export const PROVIDER_SPACE = 'account-by-provider'
export const PASSKEY_SPACE = 'account-by-passkey'

export type AccountIdentifier =
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'phone'; readonly phoneNumber: string }
  | { readonly kind: 'provider'; readonly providerId: string; readonly rawId: string }
  | { readonly kind: 'passkey'; readonly id: string }

export interface IndexKey {
  readonly space: string
  readonly key: string
  /** What to say when the key belongs to another account. */
  readonly takenReason: IdentityReason
}

export function encodeAccount(account: Account): string {
  return JSON.stringify(account)
}

export function decodeAccount(value: string): Account {
  return parseJson(value) as Account
}

export function indexKeyOf(identifier: AccountIdentifier): IndexKey {
  switch (identifier.kind) {
    case 'email':
      return { space: EMAIL_SPACE, key: identifier.email, takenReason: 'EMAIL_EXISTS' }
    case 'phone':
      return { space: PHONE_SPACE, key: identifier.phoneNumber, takenReason: 'PHONE_NUMBER_EXISTS' }
    case 'provider':
      return {
        space: PROVIDER_SPACE,
        key: JSON.stringify([identifier.providerId, identifier.rawId]),
        takenReason: 'FEDERATED_USER_ID_ALREADY_LINKED',
      }
    case 'passkey':
      return { space: PASSKEY_SPACE, key: identifier.id, takenReason: 'PASSKEY_ALREADY_EXISTS' }
  }
}

/** Every index entry that an account has. */
export function indexKeysOf(account: Account): IndexKey[] {
  const keys: IndexKey[] = []
  if (account.email !== undefined) keys.push(indexKeyOf({ kind: 'email', email: account.email }))
  if (account.phoneNumber !== undefined) keys.push(indexKeyOf({ kind: 'phone', phoneNumber: account.phoneNumber }))
  for (const provider of account.providers) keys.push(indexKeyOf({ kind: 'provider', ...providerKey(provider) }))
  for (const { id } of passkeysOf(account)) keys.push(indexKeyOf({ kind: 'passkey', id }))
  return keys
}

/** What an update of an account changes in the indexes. */
export function indexDifference(
  before: Account | undefined,
  after: Account | undefined,
): { added: IndexKey[]; removed: IndexKey[] } {
  const old = before === undefined ? [] : indexKeysOf(before)
  const current = after === undefined ? [] : indexKeysOf(after)
  const has = (keys: readonly IndexKey[], wanted: IndexKey): boolean =>
    keys.some((candidate) => candidate.space === wanted.space && candidate.key === wanted.key)
  return { added: current.filter((entry) => !has(old, entry)), removed: old.filter((entry) => !has(current, entry)) }
}

export function indexChanges(
  uid: string,
  difference: { added: readonly IndexKey[]; removed: readonly IndexKey[] },
): RecordChange[] {
  return [
    ...difference.removed.map(({ space, key }) => ({ space, key, value: undefined })),
    ...difference.added.map(({ space, key }) => ({ space, key, value: JSON.stringify({ uid }) })),
  ]
}

/** Accounts whose uid, address (whatever the case) or number begins with the text, at most `limit` by each of them. */
export async function accountsByPrefix(store: ProjectStore, text: string, limit: number): Promise<Account[]> {
  const page = { limit, reverse: false }
  return await store.read(async (snapshot) => {
    const found = (await snapshot.listRecords(ACCOUNT_SPACE, beginningWith(text), page)).map(({ value }) =>
      decodeAccount(value),
    )
    for (const [space, prefix] of [
      [EMAIL_SPACE, text.toLowerCase()],
      [PHONE_SPACE, text],
    ] as const) {
      for (const entry of await snapshot.listRecords(space, beginningWith(prefix), page)) {
        const record = await snapshot.getRecord(ACCOUNT_SPACE, (JSON.parse(entry.value) as { uid: string }).uid)
        if (record !== undefined) found.push(decodeAccount(record.value))
      }
    }
    return found
  })
}

/** No key has a character beyond the last one of Unicode. */
function beginningWith(prefix: string): { start: string; end: string } {
  return { start: prefix, end: `${prefix}\u{10FFFF}` }
}

function providerKey(provider: LinkedProvider): { providerId: string; rawId: string } {
  return { providerId: provider.providerId, rawId: provider.rawId }
}
