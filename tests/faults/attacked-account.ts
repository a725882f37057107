import { expect } from 'vitest'
import type { Answer, IdentityWorld } from '../../apps/server/src/testing/identity-world.ts'

export const email = 'ada@example.com'
export const password = 'correct horse'
export const hourMs = 60 * 60_000
export const dayMs = 24 * hourMs

export interface Person {
  readonly localId: string
  readonly idToken: string
  readonly refreshToken: string
}

export async function signUp(world: IdentityWorld, address = email): Promise<Person> {
  const answer = await world.call('accounts:signUp', { email: address, password, returnSecureToken: true })
  expect(answer.status).toBe(200)
  return answer.body as unknown as Person
}

export function accountOf({ body }: Answer): Record<string, unknown> {
  return (body['users'] as unknown as Record<string, unknown>[])[0] ?? {}
}

/** The code of the last mail. */
export function codeIn(world: IdentityWorld): string {
  return world.mailbox.list('demo-app').at(-1)?.code ?? ''
}
