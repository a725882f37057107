import { expect } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { ConsoleAdministrator } from './console-administrator.ts'
import { ProviderWorld } from './console-providers.ts'
import { ConsoleWorld, owner, signIn } from './console-world.ts'
import { test } from './test.ts'

const ada = { email: 'ada@example.com', password: 'a horse of Ada' }

async function demandDigits(administrator: ConsoleAdministrator, forceUpgradeOnSignin = false): Promise<void> {
  await administrator.call('PATCH', 'v2', 'config?updateMask=passwordPolicyConfig', {
    passwordPolicyConfig: {
      passwordPolicyEnforcementState: 'ENFORCE',
      forceUpgradeOnSignin,
      passwordPolicyVersions: [{ customStrengthOptions: { minPasswordLength: 8, containsNumericCharacter: true } }],
    },
  })
}

test('auth/email-already-in-use: said at the address, with the ways on, which keep it', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const fill = async () => {
    await page.goto(`${world.origin}/sign-up`)
    await page.getByLabel('Name').fill('Olga')
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill('another horse')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/exists already/)
    await expect(page.getByLabel('E-mail')).toBeFocused()
  }
  await fill()
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(owner.email)
  await fill()
  await page.getByRole('link', { name: 'Reset the password' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
})

test('auth/wrong-password, auth/user-not-found, auth/invalid-credential: one message, whatever the server tells', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world)
  await page.goto(`${world.origin}/sign-in`)
  const refusalOf = async (email: string) => {
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('no such horse')
    const answered = page.waitForResponse('**/accounts:signInWithPassword**')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const { error } = (await (await answered).json()) as { error: { message: string } }
    await expect(page.getByRole('alert')).toContainText('E-mail or password doesn’t match')
    await expect(page.getByRole('link', { name: 'Reset the password' })).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    return error.message
  }
  expect(await refusalOf(owner.email)).toBe('INVALID_LOGIN_CREDENTIALS')
  await administrator.call('PATCH', 'v2', 'config?updateMask=emailPrivacyConfig', {
    emailPrivacyConfig: { enableImprovedEmailPrivacy: false },
  })
  expect(await refusalOf(owner.email)).toBe('INVALID_PASSWORD')
  expect(await refusalOf('nobody@example.com')).toBe('EMAIL_NOT_FOUND')
})

test('auth/password-does-not-meet-requirements: rules that came up meanwhile are shown in the checklist', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await page.goto(`${world.origin}/sign-up`)
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('E-mail').fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  const rules = page.getByRole('list', { name: 'What the password needs' })
  await expect(rules).toContainText('At least 6 characters')
  await demandDigits(await ConsoleAdministrator.enter(world))
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/every rule/)
  await page.getByLabel('Password', { exact: true }).fill('the seven horses')
  await expect(rules.getByRole('listitem').filter({ hasText: 'A digit' })).toContainText('(not met yet)')
  await page.getByLabel('Password', { exact: true }).fill('the 7 horses')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
})

test('auth/password-does-not-meet-requirements at sign-in: leads to a new password', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await demandDigits(await ConsoleAdministrator.enter(world), true)
  await page.goto(`${world.origin}/sign-in`)
  await signIn(page)
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/stronger password/)
  await page.getByRole('link', { name: 'Reset the password' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
})

test('auth/user-disabled within a session: signed out, with the reason', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world)
  await ConsoleAccount.signUp(world, ada.email, ada.password)
  await page.goto(`${world.origin}/account`)
  await signIn(page, ada)
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await administrator.update(ada.email, { disableUser: true })
  // Its listeners end at once and ask for a fresh token by themselves.
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByText('You were signed out: this account was disabled')).toBeVisible()
})

test('auth/user-token-expired: signed out, with the reason, and back to where it was', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world)
  await ConsoleAccount.signUp(world, ada.email, ada.password)
  await page.goto(`${world.origin}/account`)
  await signIn(page, ada)
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await administrator.update(ada.email, { validSince: String(Math.floor(Date.now() / 1000)) })
  await expect(page.getByText(/the session was ended on the server/)).toBeVisible()
  await signIn(page, ada)
  await expect(page).toHaveURL(`${world.origin}/account`)
})

test('auth/too-many-requests: counted down, with the ways that are left', async ({ page }) => {
  await using world = await ProviderWorld.start()
  const { origin } = world.console
  await page.goto(`${origin}/sign-in`)
  for (let tries = 1; tries <= 11; tries++) {
    await page.getByLabel('E-mail').fill(ada.email)
    await page.getByLabel('Password', { exact: true }).fill(`wrong horse ${tries}`)
    const answer = page.waitForResponse('**/accounts:signInWithPassword**')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await answer
    await expect(page.getByRole('alert')).toBeVisible()
  }
  await expect(page.getByRole('alert')).toContainText('Too many tries')
  await expect(page.getByRole('link', { name: 'Reset the password' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with Acme' })).toBeEnabled()
})

test('auth/too-many-requests within a session: who can’t prove who it is waits, and the button counts', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await page.clock.install()
  await page.goto(`${world.origin}/account`)
  await signIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await page.clock.fastForward('06:00')
  await page.getByRole('button', { name: 'Change password' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const button = confirm.getByRole('button', { name: /^(Confirm|Next try in \d+ s)$/ })
  for (let tries = 1; tries <= 11; tries++) {
    await confirm.getByLabel('Your password').fill(`wrong horse ${tries}`)
    const answer = page.waitForResponse('**/accounts:signInWithPassword**')
    await button.click()
    await answer
    if (tries <= 10) {
      await expect(confirm.getByLabel('Your password')).toHaveAccessibleDescription(/doesn’t match/)
    }
  }
  await expect(confirm.getByRole('alert')).toContainText('Too many tries')
  await expect(button).toBeDisabled()
  await expect(button).toHaveText(/^Next try in \d+ s$/)
})
