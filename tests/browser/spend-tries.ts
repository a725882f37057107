import { expect } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import type { ConsoleWorld } from './console-world.ts'

/** Signs in with wrong passwords until the server takes no more tries for the address: what a form would be told next. */
export async function spendTries(world: ConsoleWorld, email: string): Promise<void> {
  await expect(async () => {
    await expect(ConsoleAccount.signIn(world, email, 'wrong horse')).rejects.toThrow(/TOO_MANY_ATTEMPTS_TRY_LATER/)
  }).toPass({ intervals: [0] })
}
