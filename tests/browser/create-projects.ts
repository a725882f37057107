import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { owner, type ConsoleWorld } from './console-world.ts'

/** Projects of the owner, for the parts of a test that would be in each other's way in one. */
export async function createProjects(world: ConsoleWorld, ...ids: readonly string[]): Promise<void> {
  const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
  for (const id of ids) await account.createProject(id)
}
