import type { BrowserContextOptions } from '@playwright/test'
import { ConsoleWorld, signIn } from './console-world.ts'
import { test as base } from './test.ts'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

interface SignedIn {
  readonly world: ConsoleWorld
  readonly state: StorageState
}

/**
 * A test that only looks at screens: its page belongs to the signed-in owner of `visited`, a server with the sample project. That server is
 * one for all such tests of a worker, because they change nothing on it; a test that presses what changes something starts its own
 * `ConsoleWorld`. The browser's storage is each test's own: the session is put into it, nothing else of who was there before.
 */
export const test = base.extend<object, { signedIn: SignedIn; visited: ConsoleWorld }>({
  signedIn: [
    async ({ browser }, use) => {
      await using world = await ConsoleWorld.withOwner()
      await using context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(`${world.origin}/account`)
      await signIn(page)
      await page.getByRole('button', { name: /^Account of/ }).waitFor()
      const state = onlySession(await context.storageState({ indexedDB: true }))
      await context.close()
      await use({ world, state })
    },
    { scope: 'worker' },
  ],
  visited: [async ({ signedIn }, use) => await use(signedIn.world), { scope: 'worker' }],
  storageState: async ({ signedIn }, use) => await use(signedIn.state),
})

/** Of what the browser kept, what the SDK keeps of who is signed in. */
function onlySession({ cookies, origins }: StorageState): StorageState {
  const kept = origins.map((origin) => {
    const { indexedDB = [] } = origin as { indexedDB?: { name: string }[] }
    return {
      origin: origin.origin,
      localStorage: [],
      indexedDB: indexedDB.filter(({ name }) => name === 'firebaseLocalStorageDb'),
    }
  })
  return { cookies, origins: kept }
}
