import { expect, type Page } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { ConsoleAdministrator } from './console-administrator.ts'
import { ProviderWorld } from './console-providers.ts'
import {
  collectComplaints,
  ConsoleWorld,
  expectAccessibleInBothThemes,
  owner,
  signIn,
  signOut,
} from './console-world.ts'
import { signInAt } from './sign-in-world.ts'
import { spendTries } from './spend-tries.ts'
import { test } from './test.ts'

const ada = { email: 'ada@example.com', password: 'a horse of Ada' }
const ben = { email: 'ben@example.com', password: 'a horse of Ben' }

/** The window that opens with the button. */
async function openProvider(page: Page, name = 'Continue with Acme'): Promise<Page> {
  // The provider's pages ask for a font of a foreign host.
  await page.context().route(/^https:/, (route) => route.abort())
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name }).click()])
  return opened
}

test('the form says no more than it has to, keeps what was typed, and leads to where a link pointed', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world)
  const deepLink = `${world.origin}/projects/demo-app/users?from=mail`
  const password = page.getByLabel('Password', { exact: true })
  await page.goto(deepLink)
  await expect(page).toHaveURL(/\/sign-in\?to=/)
  await test.step('a provider is not offered before somebody has set it up', async () => {
    await expect(page.getByLabel('E-mail')).toBeVisible()
    await expect(page.getByRole('button', { name: /Continue with/ })).toHaveCount(0)
  })
  await test.step('auth/wrong-password, auth/user-not-found, auth/invalid-credential: one message, whatever the server tells', async () => {
    const refusalOf = async (email: string) => {
      const answered = page.waitForResponse('**/accounts:signInWithPassword**')
      await signIn(page, { email, password: 'no such horse' })
      const { error } = (await (await answered).json()) as { error: { message: string } }
      await expect(page.getByRole('alert')).toContainText('E-mail or password doesn’t match')
      await expect(page.getByRole('link', { name: 'Reset the password' })).toBeVisible()
      await expect(password).toHaveValue('')
      await expect(password).toBeFocused()
      await expect(page.getByLabel('E-mail')).toHaveValue(email)
      return error.message
    }
    expect(await refusalOf(owner.email)).toBe('INVALID_LOGIN_CREDENTIALS')
    expect(await refusalOf('nobody@example.com')).toBe('INVALID_LOGIN_CREDENTIALS')
    await administrator.call('PATCH', 'v2', 'config?updateMask=emailPrivacyConfig', {
      emailPrivacyConfig: { enableImprovedEmailPrivacy: false },
    })
    expect(await refusalOf(owner.email)).toBe('INVALID_PASSWORD')
    expect(await refusalOf('nobody@example.com')).toBe('EMAIL_NOT_FOUND')
  })
  await test.step('without mails the page for a forgotten password says who can help', async () => {
    await page.getByRole('link', { name: 'Reset the password' }).click()
    await expect(page.getByText('This server sends no mails yet')).toBeVisible()
    await page.goBack()
  })
  await test.step('while the server is away the form keeps what was typed, and is sent by itself when it is back', async () => {
    const isCall = /\/(identitytoolkit|healthz)/
    await page.route(isCall, (route) => route.abort())
    await signIn(page)
    await expect(page.getByRole('alert')).toContainText('Can’t reach the server')
    await expect(page.getByLabel('E-mail')).toHaveValue(owner.email)
    await expect(password).toHaveValue(owner.password)
    await page.unroute(isCall)
    await expect(page).toHaveURL(deepLink, { timeout: 30_000 })
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  })
  await test.step('a link can’t lead to another site after sign-in', async () => {
    await signOut(page)
    await page.goto(`${world.origin}/sign-in?to=//elsewhere.example/`)
    await signIn(page)
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app`)
  })
})

test('a provider signs in by a window, which can be given up and blocked, and is told apart from the server', async ({
  page,
}) => {
  await using world = await ProviderWorld.start()
  const { origin } = world.console
  const complaints = collectComplaints(page)
  await test.step('axe finds nothing in the screens before sign-in in both themes', async () => {
    for (const path of ['action', 'account']) {
      await page.goto(`${origin}/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessibleInBothThemes(page)
    }
  })
  await test.step('one that is waited for can be given up in the page, and closing the window goes back quietly', async () => {
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
  await test.step('one whose window the browser blocks is opened from a fresh click', async () => {
    await page.evaluate(() => {
      const open = globalThis.open.bind(globalThis)
      globalThis.open = () => {
        globalThis.open = open
        return null
      }
    })
    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await expect(page.getByRole('alert')).toContainText('The browser blocked the sign-in window')
  })
  await test.step('it makes an account, and leads to where the person was going', async () => {
    await signInAt(await openProvider(page, 'Open the window'), 'ada')
    await expect(page).toHaveURL(`${origin}/account`)
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
    await expect(page.getByText(ada.email).first()).toBeVisible()
  })
  await test.step('one whose address has an account is linked once that one is signed in', async () => {
    await ConsoleAccount.signUp(world.console, ben.email, ben.password)
    await signOut(page)
    // The provider knows nobody in this browser any more.
    await page.context().clearCookies()
    await signInAt(await openProvider(page), 'ben')
    await expect(page.getByRole('alert')).toContainText('signs in another way')
    await expect(page.getByLabel('E-mail')).toHaveValue(ben.email)
    await page.getByLabel('Password', { exact: true }).fill(ben.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Acme is linked.')).toBeVisible()
    await page.goto(`${origin}/account`)
    await expect(page.getByText('oidc.acme').first()).toBeVisible()
  })
  await test.step('auth/too-many-requests: the button is off and counts down, with the ways that are left', async () => {
    await signOut(page)
    await spendTries(world.console, 'nobody@example.com')
    await signIn(page, { email: 'nobody@example.com', password: 'wrong horse' })
    await expect(page.getByRole('alert')).toContainText('Too many tries')
    const button = page.getByRole('button', { name: /^Next try in \d+ s$/ })
    await expect(button).toBeDisabled()
    await expect(page.getByRole('link', { name: 'Reset the password' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue with Acme' })).toBeEnabled()
  })
  await test.step('one that can’t be reached is told apart from the server', async () => {
    // No system hands this port out by itself.
    const issuer = 'http://127.0.0.1:65535'
    await world.administrator.call('POST', 'v2', 'oauthIdpConfigs?oauthIdpConfigId=oidc.gone', {
      displayName: 'Gone',
      enabled: true,
      issuer,
      responseType: { code: true },
      ...world.provider.client,
    })
    await page.goto(`${origin}/sign-in`)
    await openProvider(page, 'Continue with Gone')
    await expect(page.getByRole('alert')).toContainText('Gone can’t be reached from this server')
  })
  expect(complaints).toEqual([])
})

test('whose session the server ends is signed out with the reason', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner({
    HEARTH_GOOGLE_CLIENT_ID: 'client',
    HEARTH_GOOGLE_CLIENT_SECRET: 'secret',
  })
  const administrator = await ConsoleAdministrator.enter(world)
  await ConsoleAccount.signUp(world, ada.email, ada.password)
  await page.goto(`${world.origin}/account`)
  await test.step('Google is offered where the server has a client of it', async () => {
    const asked = page.context().waitForEvent('request', (request) => request.url().includes('/__/auth/handler'))
    const opened = await openProvider(page, 'Continue with Google')
    expect(new URL((await asked).url()).searchParams.get('providerId')).toBe('google.com')
    await opened.close()
  })
  await signIn(page, ada)
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await test.step('auth/user-token-expired: and is back where they were once they sign in again', async () => {
    await administrator.update(ada.email, { validSince: String(Math.ceil(Date.now() / 1000)) })
    await expect(page.getByText(/the session was ended on the server/)).toBeVisible()
    await signIn(page, ada)
    await expect(page).toHaveURL(`${world.origin}/account`)
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  })
  await test.step('auth/user-disabled within a session', async () => {
    await administrator.update(ada.email, { disableUser: true })
    // Its listeners end at once and ask for a fresh token by themselves.
    await expect(page).toHaveURL(/\/sign-in/)
    await expect(page.getByText('You were signed out: this account was disabled')).toBeVisible()
  })
  await test.step('auth/user-disabled at sign-in: it is told so, and nothing else', async () => {
    await signIn(page, ada)
    await expect(page.locator('form').getByRole('alert')).toContainText(
      'This account was disabled by somebody who runs the console',
    )
  })
})
