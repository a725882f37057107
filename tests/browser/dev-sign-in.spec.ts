import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { BuiltPage } from './built-page.ts'
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

test.describe('the test provider', () => {
  for (const uses of [[], ['stock', 'script']] as const) {
    const resolver = uses.length === 0 ? "with the client's resolver" : "with the SDK's own resolver"

    test(`signs in by redirect ${resolver}`, async ({ page }) => {
      await using server = await TestServer.start({ mode: 'dev' })
      await openApp(page, server, uses)
      await call(page, 'redirect', 'signIn', 'google.com')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForFunction(() => 'page' in globalThis)
      expect(await call(page, 'redirectResult')).toMatchObject({ email: 'ada@example.com', isNewUser: true })
    })

    test(`tells the app of a "no" by redirect ${resolver}`, async ({ page }) => {
      await using server = await TestServer.start({ mode: 'dev' })
      await openApp(page, server, uses)
      await call(page, 'redirect', 'signIn', 'google.com')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.waitForFunction(() => 'page' in globalThis)
      expect(await call(page, 'redirectResult')).toEqual({ code: 'auth/user-cancelled' })
    })
  }

  test('signs in in a popup', async ({ page }) => {
    await using server = await TestServer.start({ mode: 'dev' })
    await openApp(page, server)
    const [opened] = await Promise.all([page.waitForEvent('popup'), call(page, 'begin', 'ada', 'signIn', 'google.com')])
    await opened.setViewportSize({ width: 390, height: 844 })
    await opened.emulateMedia({ colorScheme: 'dark' })
    await expect(opened.getByRole('heading', { name: 'Sign in with Google' })).toBeVisible()
    expect(await opened.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect((await new AxeBuilder({ page: opened }).analyze()).violations).toEqual([])
    await opened.getByRole('button', { name: 'Sign in' }).click()
    expect(await call(page, 'end', 'ada')).toMatchObject({ email: 'ada@example.com', emailVerified: true })
  })

  test('hands an access token to apps that sign in by GitHub', async ({ page }) => {
    await using server = await TestServer.start({ mode: 'dev' })
    await openApp(page, server)
    const opened = await openWindow(page, 'ada', 'signIn', 'github.com')
    await expect(opened.getByRole('heading', { name: 'Sign in with GitHub' })).toBeVisible()
    await opened.getByRole('button', { name: 'Sign in' }).click()
    const { gitHubToken, email } = await call(page, 'end', 'ada')
    expect(email).toBe('ada@example.com')
    expect(JSON.parse(gitHubToken ?? '{}')).toMatchObject({ email: 'ada@example.com' })
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
