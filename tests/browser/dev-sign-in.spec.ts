import { expect, type Page } from '@playwright/test'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { BuiltPage } from './built-page.ts'
import { findViolations } from './find-violations.ts'
import { call, openWindow } from './sign-in-world.ts'
import { test } from './test.ts'

/** What `hearth dev` shows in a browser, reached from an app's page on a port of its own. */
let built: BuiltPage
test.beforeAll(async () => {
  built = await BuiltPage.build('tests/browser/sign-in-page')
})
test.afterAll(async () => {
  await built[Symbol.asyncDispose]()
})

/** `uses` is what the page uses of the SDK's own resolver, as in `SignInWorld`. */
async function openApp(page: Page, server: TestServer, uses: readonly ('stock' | 'script')[] = []): Promise<void> {
  const query = new URLSearchParams({ origin: server.origin, apiKey: 'demo-app', project: 'demo-app' })
  for (const name of uses) query.set(name, '')
  await page.goto(`${built.origin}/?${query.toString()}`)
  await page.waitForFunction(() => 'page' in globalThis)
}

async function openTestProvider(page: Page, name: string): Promise<Page> {
  const [opened] = await Promise.all([page.waitForEvent('popup'), call(page, 'begin', name, 'signIn', 'google.com')])
  return opened
}

async function signInAs(page: Page, email: string): Promise<void> {
  await page.locator('.js-new-account').click()
  await page.locator('#email-input').fill(email)
  await page.locator('#sign-in').click()
}

test.describe('the test provider', () => {
  for (const uses of [[], ['stock', 'script']] as const) {
    const resolver = uses.length === 0 ? "with the client's resolver" : "with the SDK's own resolver"

    test(`signs in ${resolver}`, async ({ page }) => {
      await using server = await TestServer.start({ mode: 'dev' })
      await test.step('its window closes when somebody is signed in, and is used as that of the vendor’s emulator', async () => {
        await openApp(page, server, uses)
        // A sign-in that takes its time: who waits for the end of the window must not be earlier.
        let signIn: (() => void) | undefined
        const held = new Promise<void>((resolve) => (signIn = resolve))
        await page.route(/signInWithIdp/, async (route) => {
          await held
          await route.continue()
        })
        const opened = await openTestProvider(page, 'ada')
        await expect(opened).toHaveTitle(/^Auth Emulator/)
        await opened.evaluate('toggleForm(true)')
        await opened.locator('#email-input').fill('ada@example.com')
        await opened.locator('#display-name-input').fill('Ada Lovelace')
        await opened.locator('#profile-photo-input').fill('https://example.com/ada.png')
        await opened.locator('#sub-input').fill('4711')
        const asked = page.waitForRequest(/signInWithIdp/)
        await opened.locator('#sign-in').click()
        await asked
        expect(opened.isClosed()).toBe(false)
        const closed = opened.waitForEvent('close')
        signIn?.()
        await closed
        expect(await call(page, 'current')).toMatchObject({ email: 'ada@example.com' })
        const profile = { sub: '4711', name: 'Ada Lovelace', picture: 'https://example.com/ada.png' }
        const { uid, profile: told } = await call(page, 'end', 'ada')
        expect(told).toMatchObject(profile)

        const again = await openTestProvider(page, 'again')
        await expect(again.locator('#accounts-list #reuse-email')).toHaveText('ada@example.com')
        await again.locator('.js-reuse-account').click()
        expect(await call(page, 'end', 'again')).toMatchObject({ uid, isNewUser: false, profile })

        const byAddress = await openTestProvider(page, 'by address')
        await signInAs(byAddress, 'Ada@example.com')
        expect(await call(page, 'end', 'by address')).toMatchObject({ uid, profile: { sub: '4711' } })
        await page.unroute(/signInWithIdp/)
        await call(page, 'signOut')
      })

      await test.step('by redirect', async () => {
        await call(page, 'redirect', 'signIn', 'google.com')
        await signInAs(page, 'grace@example.com')
        await page.waitForFunction(() => 'page' in globalThis)
        expect(await call(page, 'redirectResult')).toMatchObject({ email: 'grace@example.com', isNewUser: true })
        await call(page, 'signOut')
      })

      await test.step('the app is told of a "no" by redirect', async () => {
        await call(page, 'redirect', 'signIn', 'google.com')
        await page.getByRole('button', { name: 'Cancel' }).click()
        await page.waitForFunction(() => 'page' in globalThis)
        expect(await call(page, 'redirectResult')).toEqual({ code: 'auth/user-cancelled' })
      })
    })
  }

  test('signs in in a popup', async ({ page }) => {
    await using server = await TestServer.start({ mode: 'dev' })
    await test.step('on a phone, in the dark', async () => {
      await openApp(page, server)
      const [opened] = await Promise.all([
        page.waitForEvent('popup'),
        call(page, 'begin', 'ada', 'signIn', 'google.com'),
      ])
      await opened.setViewportSize({ width: 390, height: 844 })
      await opened.emulateMedia({ colorScheme: 'dark' })
      await expect(opened.getByRole('heading', { name: 'Sign in with Google.com' })).toBeVisible()
      await expect(opened.getByRole('button', { name: 'Sign in' })).toBeHidden()
      expect(await findViolations(opened)).toEqual([])
      await opened.getByRole('button', { name: 'Add new account' }).click()
      expect(await opened.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      expect(await findViolations(opened)).toEqual([])
      await opened.getByRole('button', { name: 'Back' }).click()
      await signInAs(opened, 'ada@example.com')
      expect(await call(page, 'end', 'ada')).toMatchObject({ email: 'ada@example.com', emailVerified: true })
      await call(page, 'signOut')
    })

    await test.step('hands an access token to apps that sign in by GitHub', async () => {
      const opened = await openWindow(page, 'grace', 'signIn', 'github.com')
      await expect(opened.getByRole('heading', { name: 'Sign in with Github.com' })).toBeVisible()
      await signInAs(opened, 'grace@example.com')
      const { gitHubToken, email } = await call(page, 'end', 'grace')
      expect(email).toBe('grace@example.com')
      expect(JSON.parse(gitHubToken ?? '{}')).toMatchObject({ email: 'grace@example.com' })
    })
  })
})

test('a link that resets a password takes the new one in its form and leads on to the app', async ({ page }) => {
  await using server = await TestServer.start({ mode: 'dev' })
  const api = `${server.origin}/v1/accounts`
  const post = (method: string, data: object) => page.request.post(`${api}:${method}?key=demo-app`, { data })
  const email = 'ada@example.com'
  await post('signUp', { email, password: 'correct horse' })
  await post('sendOobCode', { requestType: 'PASSWORD_RESET', email, continueUrl: `${built.origin}/` })
  await page.goto(`${server.origin}/hearth/dev/mails`)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: /resetPassword/ }).click()
  const form = await opened
  await form.getByLabel('New password').fill('another secret')
  await form.getByRole('button', { name: 'Save the new password' }).click()
  await expect(form.getByRole('heading', { name: 'Done' })).toBeVisible()
  expect((await post('signInWithPassword', { email, password: 'another secret' })).status()).toBe(200)
  await form.getByRole('link', { name: 'Continue' }).click()
  await expect(form).toHaveURL(`${built.origin}/`)
})
