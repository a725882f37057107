import { createHash } from 'node:crypto'
import { networkOf } from '../../lib/network-of.ts'
import type { Account } from '../accounts/account.ts'

/** Home, work, a telephone, and those of some journeys. */
const NETWORKS_MAX = 8

/** Whether somebody has brought the account's password from this network before, over restarts of the server too. */
export function isKnownNetwork(account: Account, address: string): boolean {
  return account.knownNetworks?.includes(hashOf(account.uid, address)) ?? false
}

/** The account with the network as its newest; of more than eight the oldest is forgotten. */
export function withKnownNetwork(account: Account, address: string): Account {
  const hash = hashOf(account.uid, address)
  const others = account.knownNetworks?.filter((known) => known !== hash) ?? []
  return { ...account, knownNetworks: [...others, hash].slice(-NETWORKS_MAX) }
}

/** Tells a reader of the store at sight neither the address nor who shares it. */
function hashOf(uid: string, address: string): string {
  return createHash('sha256')
    .update(JSON.stringify([uid, networkOf(address)]))
    .digest('base64url')
    .slice(0, 16)
}
