import { expect, type Page } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { codeNow, ConsoleAdministrator } from './console-administrator.ts'
import { ProviderWorld } from './console-providers.ts'
import {
  collectComplaints,
  ConsoleWorld,
  expectAccessible,
  expectAccessibleInBothThemes,
  owner,
  signIn,
} from './console-world.ts'
import { signInAt } from './sign-in-world.ts'
import { test } from './test.ts'

const ada = { email: 'ada@example.com', password: 'a horse of Ada' }

/** The window that opens with the button. */
async function openProvider(page: Page, name = 'Continue with Acme'): Promise<Page> {
  // The provider's pages ask for a font of a foreign host.
  await page.context().route(/^https:/, (route) => route.abort())
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name }).click()])
  return opened
}

test.describe('a provider', () => {
  test('signs in by a window, makes an account, and leads to where the person was going', async ({ page }) => {
    await using world = await ProviderWorld.start()
    const complaints = collectComplaints(page)
    await page.goto(`${world.console.origin}/account`)
    await signInAt(await openProvider(page), 'ada')
    await expect(page).toHaveURL(`${world.console.origin}/account`)
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
    await expect(page.getByText(ada.email).first()).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('that is waited for can be given up in the page, and closing the window goes back quietly', async ({ page }) => {
    await using world = await ProviderWorld.start()
    await page.goto(`${world.console.origin}/sign-in`)
    await page.getByLabel('E-mail').fill('kept@example.com')
    const first = await openProvider(page)
    await first.locator('input[name=login]').waitFor()
    await expect(page.getByRole('button', { name: 'Waiting for Acme' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Continue with Acme' })).toBeEnabled()
    await expect.poll(() => first.isClosed()).toBe(true)

    const second = await openProvider(page)
    await second.locator('input[name=login]').waitFor()
    await second.close()
    await expect(page.getByRole('button', { name: 'Continue with Acme' })).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByLabel('E-mail')).toHaveValue('kept@example.com')
  })

  test('whose window the browser blocks is opened from a fresh click', async ({ page }) => {
    await using world = await ProviderWorld.start()
    await page.goto(`${world.console.origin}/sign-in`)
    await page.evaluate(() => {
      const open = globalThis.open.bind(globalThis)
      globalThis.open = () => {
        globalThis.open = open
        return null
      }
    })
    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await expect(page.getByRole('alert')).toContainText('The browser blocked the sign-in window')
    await signInAt(await openProvider(page, 'Open the window'), 'ada')
    await expect(page).toHaveURL(`${world.console.origin}/projects`)
  })

  test('that can’t be reached is told apart from the server', async ({ page }) => {
    await using world = await ProviderWorld.start()
    await world.provider[Symbol.asyncDispose]()
    await page.goto(`${world.console.origin}/sign-in`)
    await openProvider(page)
    await expect(page.getByRole('alert')).toContainText('Acme can’t be reached from this server')
  })

  test('whose address has an account is linked once that one is signed in', async ({ page }) => {
    await using world = await ProviderWorld.start()
    await ConsoleAccount.signUp(world.console, ada.email, ada.password)
    await page.goto(`${world.console.origin}/sign-in`)
    await signInAt(await openProvider(page), 'ada')
    await expect(page.getByRole('alert')).toContainText('signs in another way')
    await expect(page.getByLabel('E-mail')).toHaveValue(ada.email)
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Acme is linked.')).toBeVisible()
    await page.goto(`${world.console.origin}/account`)
    await expect(page.getByText('oidc.acme').first()).toBeVisible()
  })

  test('is not offered before somebody has set it up', async ({ page }) => {
    await using world = await ConsoleWorld.withOwner()
    await page.goto(`${world.origin}/sign-in`)
    await expect(page.getByLabel('E-mail')).toBeVisible()
    await expect(page.getByRole('button', { name: /Continue with/ })).toHaveCount(0)
  })

  test('Google is offered where the server has a client of it', async ({ page }) => {
    await using world = await ConsoleWorld.withOwner({
      HEARTH_GOOGLE_CLIENT_ID: 'client',
      HEARTH_GOOGLE_CLIENT_SECRET: 'secret',
    })
    await page.goto(`${world.origin}/sign-in`)
    const asked = page.context().waitForEvent('request', (request) => request.url().includes('/__/auth/handler'))
    await openProvider(page, 'Continue with Google')
    expect(new URL((await asked).url()).searchParams.get('providerId')).toBe('google.com')
  })
})

test.describe('a second factor', () => {
  test('is asked for after the password; a wrong code is told at its field', async ({ page }) => {
    await using world = await ConsoleWorld.withOwner()
    const administrator = await ConsoleAdministrator.enter(world)
    await ConsoleAccount.signUp(world, ada.email, ada.password)
    const secret = await administrator.enrol(ada.email, ada.password)

    await page.goto(`${world.origin}/account`)
    await signIn(page, ada)
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await expectAccessible(page)
    const code = page.getByLabel('Code')
    await expect(code).toBeFocused()
    await code.fill('12')
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(code).toHaveAccessibleDescription(/six digits/)
    const right = codeNow(secret)
    await code.fill(right === '000000' ? '111111' : '000000')
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(code).toHaveAccessibleDescription(/doesn’t match/)
    await expect(code).toBeFocused()
    await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`)
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page).toHaveURL(`${world.origin}/account`)
    await expect(page.getByRole('region', { name: 'This session' })).toContainText('totp')
  })

  test('can be turned away from, to another account', async ({ page }) => {
    await using world = await ConsoleWorld.withOwner()
    const administrator = await ConsoleAdministrator.enter(world)
    await ConsoleAccount.signUp(world, ada.email, ada.password)
    await administrator.enrol(ada.email, ada.password)
    await page.goto(`${world.origin}/sign-in`)
    await signIn(page, ada)
    await page.getByRole('button', { name: 'Sign in another way' }).click()
    await signIn(page)
    await expect(page).toHaveURL(`${world.origin}/projects`)
  })
})

test('a disabled account is told so, and nothing else', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world)
  await ConsoleAccount.signUp(world, ada.email, ada.password)
  await administrator.update(ada.email, { disableUser: true })
  await page.goto(`${world.origin}/sign-in`)
  await signIn(page, ada)
  await expect(page.getByRole('alert')).toContainText('This account was disabled by somebody who runs the console')
})

test('while the server is away the form keeps what was typed, and is sent by itself when it is back', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await page.goto(`${world.origin}/sign-in`)
  await page.getByLabel('E-mail').waitFor()
  const isCall = /\/(identitytoolkit|healthz)/
  await page.route(isCall, (route) => route.abort())
  await signIn(page)
  await expect(page.getByRole('alert')).toContainText('Can’t reach the server')
  await expect(page.getByLabel('E-mail')).toHaveValue(owner.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(owner.password)
  await page.unroute(isCall)
  await expect(page).toHaveURL(`${world.origin}/projects`, { timeout: 30_000 })
})

test('axe finds nothing in the screens before sign-in in both themes', async ({ page }) => {
  await using world = await ProviderWorld.start()
  for (const path of ['sign-in', 'sign-up', 'reset-password', 'action']) {
    await page.goto(`${world.console.origin}/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  }
})
