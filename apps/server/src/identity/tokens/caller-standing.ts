import { StatusError } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import type { Clock } from '../../lib/ambient.ts'
import type { Identity } from '../identity.ts'

/**
 * Looks up whether a caller that was verified before still counts: its service key was not revoked, its account is there and enabled, and its
 * sessions were not ended. With `verifiedAt` (ms since the epoch) a user counts no more once keys of the project were withdrawn after it, as
 * far as this process saw it. Operators are verified with each request.
 */
export function createIsStanding(
  { keys, serviceKeys, tokens }: Pick<Identity, 'keys' | 'serviceKeys' | 'tokens'>,
  clock: Clock,
): (project: string, caller: Caller, verifiedAt?: number) => Promise<boolean> {
  const withdrawnAt = new Map<string, number>()
  keys.withdrawn.subscribe((project) => void withdrawnAt.set(project, clock.nowMs()))
  return async (project, caller, verifiedAt = Infinity) => {
    if (caller.kind === 'admin') return caller.key === undefined || (await serviceKeys.has(project, caller.key))
    if (caller.kind !== 'user') return true
    if (verifiedAt <= (withdrawnAt.get(project) ?? -Infinity)) return false
    return await tokens.assertStanding(project, caller.claims).then(() => true, isOver)
  }
}

function isOver(error: unknown): false {
  if (error instanceof StatusError && overReasons.has(error.reason)) return false
  throw error
}

const overReasons: ReadonlySet<string> = new Set(['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND'])
