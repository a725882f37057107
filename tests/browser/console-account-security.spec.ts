import { expect, type Page } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { codeNow, ConsoleAdministrator } from './console-administrator.ts'
import { ProviderWorld } from './console-providers.ts'
import { collectComplaints, ConsoleWorld, expectAccessible, owner, signIn, signOut } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { signInAt } from './sign-in-world.ts'
import { test } from './test.ts'

const ada = { email: 'ada@example.com', password: 'a horse of Ada' }

async function popupOf(page: Page, press: () => Promise<void>): Promise<Page> {
  await page.context().route(/^https:/, (route) => route.abort())
  const [opened] = await Promise.all([page.waitForEvent('popup'), press()])
  return opened
}

test('a provider is linked, unlinked and the only way in, which a password joins', async ({ page, browser }) => {
  await using world = await ProviderWorld.start()
  const complaints = collectComplaints(page)
  await openSignedIn(page, `${world.console.origin}/account`)
  const link = () => page.getByRole('button', { name: 'Link Acme', exact: true }).click()
  await test.step('it is linked in its window and unlinked again; one of somebody else is refused', async () => {
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
    await page.goto(`${world.console.origin}/account`)
    await signIn(page)
    await popupOf(page, link)
    await expect(page.getByRole('alert')).toContainText('belongs to another account')
  })
  await using context = await browser.newContext()
  const theirs = await context.newPage()
  await theirs.clock.install()
  await theirs.goto(`${world.console.origin}/account`)
  await test.step('who came by a provider confirms by it, keeps it as the only way in, and sets a password', async () => {
    await signInAt(
      await popupOf(theirs, () => theirs.getByRole('button', { name: 'Continue with Acme' }).click()),
      'ada',
    )
    await expect(theirs.getByText('Your only way in')).toBeVisible()
    await theirs.clock.fastForward('06:00')
    await theirs.getByRole('button', { name: 'Set a password' }).click()
    const confirm = theirs.getByRole('dialog', { name: 'Confirm that it is you' })
    await expect(confirm.getByLabel('Your password')).toHaveCount(0)
    const window = await popupOf(theirs, () => confirm.getByRole('button', { name: 'Continue with Acme' }).click())
    await signInAt(window, 'ada', { hasAgreed: true })
    const dialog = theirs.getByRole('dialog', { name: 'Set a password' })
    await dialog.getByLabel('New password').fill(ada.password)
    await dialog.getByRole('button', { name: 'Set a password' }).click()
    await expect(theirs.getByText('Password set.')).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Unlink Acme' })).toBeVisible()
  })
  expect(complaints).toEqual([])
})

test('an authenticator app is added by its key, asked for at the next sign-in and before what matters, and removed', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world)
  await ConsoleAccount.signUp(world, ada.email, ada.password)
  await openSignedIn(page, `${world.origin}/account`, ada)
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
  await test.step('it can be turned away from, to another account', async () => {
    await page.getByRole('button', { name: 'Sign in another way' }).click()
    await signIn(page)
    await expect(page.getByRole('button', { name: `Account of ${owner.name}` })).toBeVisible()
    await signOut(page)
    await page.goto(`${world.origin}/account`)
    await signIn(page, ada)
  })
  await test.step('it is asked for after the password; a wrong code is told at its field', async () => {
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
