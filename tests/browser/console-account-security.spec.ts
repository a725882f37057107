import { expect, type Page } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { MailReceiver } from '../../apps/server/src/testing/mail-receiver.ts'
import { codeNow, ConsoleAdministrator } from './console-administrator.ts'
import { ProviderWorld } from './console-providers.ts'
import { collectComplaints, ConsoleWorld, expectAccessible, owner, signIn, signOut } from './console-world.ts'
import { signInAt } from './sign-in-world.ts'
import { test } from './test.ts'

const ada = { email: 'ada@example.com', password: 'a horse of Ada' }

async function openAccount(page: Page, world: ConsoleWorld, who: { email: string; password: string } = owner) {
  await page.goto(`${world.origin}/account`)
  await signIn(page, who)
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
}

async function popupOf(page: Page, press: () => Promise<void>): Promise<Page> {
  await page.context().route(/^https:/, (route) => route.abort())
  const [opened] = await Promise.all([page.waitForEvent('popup'), press()])
  return opened
}

test('a provider is linked in its window and unlinked again; one of somebody else is refused', async ({ page }) => {
  await using world = await ProviderWorld.start()
  const complaints = collectComplaints(page)
  await openAccount(page, world.console)
  const link = () => page.getByRole('button', { name: 'Link Acme', exact: true }).click()
  await signInAt(await popupOf(page, link), 'olga-at-acme')
  await expect(page.getByText('Acme is linked')).toBeVisible()
  await expect(page.getByText('Linked: olga-at-acme@example.com')).toBeVisible()
  await page.getByRole('button', { name: 'Unlink Acme' }).click()
  const asking = page.getByRole('alertdialog', { name: 'Unlink Acme?' })
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Unlink Acme' }).click()
  await expect(page.getByText('Acme is unlinked')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Link Acme', exact: true })).toBeVisible()

  await signOut(page)
  // The provider still knows the browser.
  await popupOf(page, () => page.getByRole('button', { name: 'Continue with Acme' }).click())
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await signOut(page)
  await openAccount(page, world.console)
  await popupOf(page, link)
  await expect(page.getByRole('alert')).toContainText('belongs to another account')
  expect(complaints).toEqual([])
})

test('who came by a provider confirms by it, keeps it as the only way in, and sets a password', async ({ page }) => {
  await using world = await ProviderWorld.start()
  await page.clock.install()
  await page.goto(`${world.console.origin}/account`)
  await signInAt(await popupOf(page, () => page.getByRole('button', { name: 'Continue with Acme' }).click()), 'ada')
  await expect(page.getByText('Your only way in')).toBeVisible()
  await page.clock.fastForward('06:00')
  await page.getByRole('button', { name: 'Set a password' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(confirm.getByLabel('Your password')).toHaveCount(0)
  const window = await popupOf(page, () => confirm.getByRole('button', { name: 'Continue with Acme' }).click())
  await signInAt(window, 'ada', { hasAgreed: true })
  const dialog = page.getByRole('dialog', { name: 'Set a password' })
  await dialog.getByLabel('New password').fill(ada.password)
  await dialog.getByRole('button', { name: 'Set a password' }).click()
  await expect(page.getByText('Password set.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unlink Acme' })).toBeVisible()
})

test('the address changes once the link that went to the new one is opened', async ({ page }) => {
  await using receiver = await MailReceiver.start()
  await using world = await ConsoleWorld.withMail(receiver)
  await openAccount(page, world)
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change e-mail' })
  await dialog.getByLabel('New e-mail address').fill(owner.email)
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await expect(dialog.getByLabel('New e-mail address')).toHaveAccessibleDescription(/your address already/)
  await dialog.getByLabel('New e-mail address').fill('new@example.com')
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('A link is on its way to new@example.com.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.goto(await receiver.nextLink())
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByText('Your address is new@example.com now.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, { ...owner, email: 'new@example.com' })
  await expect(page).toHaveURL(`${world.origin}/projects`)
})

test('an authenticator app is added by its key, asked for at the next sign-in and before what matters, and removed', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world)
  await ConsoleAccount.signUp(world, ada.email, ada.password)
  await openAccount(page, world, ada)
  await expect(page.getByText('A second factor needs a verified e-mail address.')).toBeVisible()
  await administrator.update(ada.email, { emailVerified: true })
  await page.reload()
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Open in an app here' })).toHaveAttribute(
    'href',
    /^otpauth:\/\/totp\/.*ada%40example\.com\?secret=/,
  )
  await expectAccessible(page)
  const secret = ((await dialog.getByRole('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('Code that the app shows now').fill('000000')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByLabel('Code that the app shows now')).toHaveAccessibleDescription(/doesn’t match/)
  await dialog.getByLabel('Code that the app shows now').fill(codeNow(secret, -1))
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('Phone is asked for from now on.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Phone' })).toBeVisible()

  await signOut(page)
  await page.goto(`${world.origin}/account`)
  await signIn(page, ada)
  await page.getByLabel('Code').fill(codeNow(secret))
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const deletion = page.getByRole('dialog', { name: 'Delete your account' })
  await deletion.getByLabel(/^Type /).fill(ada.email)
  await deletion.getByRole('button', { name: 'Delete my account for good' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirm.getByLabel('Your password').fill(ada.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  const second = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(second.getByLabel('Code')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(second).toHaveCount(0)
  await deletion.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Remove Phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Phone' }).click()
  await expect(page.getByText('Phone is removed')).toBeVisible()
  await signOut(page)
  await signIn(page, ada)
  await expect(page).toHaveURL(/\/projects/)
})

test('sessions are listed with their device, and ended from another browser', async ({ page, browser }) => {
  await using world = await ConsoleWorld.withOwner()
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:149.0) Gecko/20100101 Firefox/149.0'
  const elsewhere = await (await browser.newContext({ userAgent: firefox })).newPage()
  await openAccount(elsewhere, world)
  await openAccount(page, world)
  const sessions = page.getByRole('table', { name: 'Sessions of your account' })
  await expect(sessions.getByRole('row')).toHaveCount(3)
  await expect(sessions.getByRole('row', { name: /this browser/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'End the session of Firefox on Windows' }).click()
  await expect(page.getByText('Session ended')).toBeVisible()
  await expect(sessions.getByText('Firefox on Windows')).toHaveCount(0)
  await elsewhere.getByRole('button', { name: 'Get a fresh token' }).click()
  await expect(elsewhere).toHaveURL(/\/sign-in/)

  for (let other = 0; other < 2; other++) await ConsoleAccount.signIn(world, owner.email, owner.password)
  await page.reload()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('2 other sessions are ended')).toBeVisible()
  await expect(sessions.getByRole('row')).toHaveCount(2)
})
