import { expect, type Locator, type Page } from '@playwright/test'
import type { ConsoleAdministrator } from './console-administrator.ts'
import type { ConsoleWorld } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'

/** A user of demo-app. */
export const ada = { email: 'ada@example.com', password: 'a horse of Ada' }

/** Users of demo-app: `user00@example.com` and on, each with a number in the name. */
export async function addUsers(administrator: ConsoleAdministrator, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const number = String(at).padStart(2, '0')
    await administrator.call('POST', 'v1', 'accounts', {
      localId: `uid-${number}`,
      email: `user${number}@example.com`,
      displayName: `Person ${number}`,
      emailVerified: at % 2 === 0,
    })
  }
}

export async function openUsers(page: Page, world: ConsoleWorld, path = ''): Promise<void> {
  await openSignedIn(page, `${world.origin}/projects/demo-app/users${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

export function rowsOf(page: Page): Locator {
  return page.getByRole('table', { name: 'Users of this project' }).getByRole('row')
}

/** The reason why a sign-in is refused; empty when it isn't. */
export async function signInStatus(
  world: ConsoleWorld,
  administrator: ConsoleAdministrator,
  password: string,
  email = ada.email,
): Promise<string> {
  const { error } = await signInAsUser(world, administrator, email, password)
  return error?.message.split(' ')[0] ?? ''
}

export async function signInAsUser(
  world: ConsoleWorld,
  { apiKey }: ConsoleAdministrator,
  email: string,
  password: string,
): Promise<{
  readonly idToken?: string
  readonly refreshToken?: string
  readonly error?: { readonly message: string }
}> {
  const answer = await fetch(`${world.origin}/v1/accounts:signInWithPassword?key=${apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  })
  return (await answer.json()) as { idToken?: string; refreshToken?: string; error?: { message: string } }
}
