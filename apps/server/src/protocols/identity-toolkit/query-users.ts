import { claimsCharactersMax } from '@hearth/model'
import { z } from 'zod'
import type { LookUp } from '../../identity/accounts/account-administration.ts'
import type { AccountOrder, FoundAccounts } from '../../identity/accounts/account-search.ts'
import type { Realm } from '../../identity/realm.ts'
import { defineAdminMethod, optionalFlag, optionalInteger, optionalText } from './define-method.ts'
import { encodeAccount } from './encode-account.ts'

const LIMIT_MAX = 500
const OFFSET_MAX = 1_000_000

const orders: Readonly<Record<string, AccountOrder>> = {
  USER_ID: 'uid',
  NAME: 'name',
  USER_EMAIL: 'email',
  CREATED_AT: 'createdAt',
  LAST_LOGIN_AT: 'lastSignInAt',
}

const expression = z.object({ email: optionalText, phoneNumber: optionalText, userId: optionalText })
const claim = z.strictObject({
  name: z.string().min(1).max(claimsCharactersMax),
  value: z.union([z.string().max(claimsCharactersMax), z.number(), z.boolean(), z.null()]).optional(),
})
type Expression = z.infer<typeof expression>

/**
 * The vendor's query over users. Beside its `expression` (one address, number or uid) it takes `search` (a part of any of them or of the name),
 * `provider`, `disabled`, `emailVerified` and `claim` (a name, and what it is where that matters), and answers `isPartial` when a project has more users than are looked through.
 */
export const queryUsers = defineAdminMethod({
  method: 'POST',
  path: 'v1/projects/:project/accounts:query',
  needs: 'viewer',
  request: z.object({
    returnUserInfo: optionalFlag,
    limit: optionalInteger,
    offset: optionalInteger,
    sortBy: optionalText,
    order: z.enum(['ORDER_UNSPECIFIED', 'ASC', 'DESC']).nullish(),
    expression: z.array(expression).max(1).nullish(),
    search: z.string().max(256).nullish(),
    provider: z.string().max(128).nullish(),
    disabled: optionalFlag,
    emailVerified: optionalFlag,
    claim: claim.optional(),
  }),
  async handle(request, { realm, identity }) {
    const wanted = lookUpOf(request.expression?.[0])
    if (wanted !== undefined) {
      const accounts = await identity.administration.lookUp(realm, [wanted])
      return answer({ accounts, count: accounts.length, isPartial: false }, realm, request.returnUserInfo)
    }
    const found = await identity.findAccounts(realm, {
      text: request.search ?? undefined,
      provider: request.provider ?? undefined,
      disabled: request.disabled,
      emailVerified: request.emailVerified,
      claim: request.claim,
      order: orders[request.sortBy ?? ''] ?? 'uid',
      descending: request.order === 'DESC',
      offset: Math.min(Math.max(0, request.offset ?? 0), OFFSET_MAX),
      limit: Math.min(Math.max(1, request.limit ?? LIMIT_MAX), LIMIT_MAX),
    })
    return answer(found, realm, request.returnUserInfo)
  },
})

function lookUpOf(expression: Expression | undefined): LookUp | undefined {
  const { userId, email, phoneNumber } = expression ?? {}
  if (userId !== undefined) return { kind: 'uid', uid: userId }
  if (email !== undefined) return { kind: 'email', email }
  return phoneNumber === undefined ? undefined : { kind: 'phone', phoneNumber }
}

function answer(found: FoundAccounts, realm: Realm, returnsUsers = true): object {
  const users = found.accounts.map((account) => encodeAccount(account, realm))
  return {
    recordsCount: String(found.count),
    ...(returnsUsers && users.length > 0 && { userInfo: users }),
    ...(found.isPartial && { isPartial: true }),
  }
}
