import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { ConsoleAdministrator } from './console-administrator.ts'
import { collectComplaints, ConsoleWorld, expectAccessibleInBothThemes, owner, signIn } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { spendTries } from './spend-tries.ts'
import { test } from './test.ts'

test('the owner is made from the link that the server printed, and goes on to the first project', async ({ page }) => {
  await using world = await ConsoleWorld.start()
  const complaints = collectComplaints(page)

  await test.step('the link fills in its code, and the address forgets it', async () => {
    await page.goto(world.origin)
    await expect(page.getByRole('heading', { name: 'Welcome to Hearth' })).toBeVisible()
    await page.goto(`${world.origin}/welcome#code=${await world.getSetupCode()}`)
    await expect(page.getByLabel('Set-up code')).toHaveValue(await world.getSetupCode())
    expect(page.url()).toBe(`${world.origin}/welcome`)
  })
  await test.step('what is missing or wrong is told at its field', async () => {
    await page.getByLabel('Name').fill(owner.name)
    await page.getByLabel('E-mail').fill('olga@')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create the owner’s account' }).click()
    await expect(page.getByLabel('E-mail')).toBeFocused()
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/not an e-mail address/)
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/every rule/)
    await expect(page.getByLabel('Name')).toHaveValue(owner.name)
    await expectAccessibleInBothThemes(page)

    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill('123456')
    await page.getByRole('button', { name: 'Create the owner’s account' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/one of the most used/)
  })
  await test.step('a wrong set-up code is told at its field, and what was typed stays', async () => {
    await page.getByLabel('Set-up code').fill('WRONG-CODE')
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Create the owner’s account' }).click()
    await expect(page.getByLabel('Set-up code')).toHaveAccessibleDescription(/not the set-up code/)
    await expect(page.getByLabel('Set-up code')).toBeFocused()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(owner.password)
  })
  await test.step('the owner is signed in, and stays it', async () => {
    await page.getByLabel('Set-up code').fill(await world.getSetupCode())
    await expect(page.getByRole('list', { name: 'What the password needs' })).toContainText('(met)')
    await page.getByRole('button', { name: 'Create the owner’s account' }).click()
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app`)
    await page.reload()
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app`)
    await expect(page.getByRole('navigation', { name: 'Areas of demo-app' })).toBeVisible()
  })
  expect(complaints).toEqual([])
})

test('a new account is made, sees no project of others, may not enter one, and deletes itself', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const password = page.getByLabel('Password', { exact: true })
  await test.step('auth/email-already-in-use: said at the address, with the ways on, which keep it', async () => {
    await page.goto(`${world.origin}/sign-in`)
    const fill = async () => {
      await page.getByRole('link', { name: 'Create an account' }).click()
      await page.getByLabel('Name').fill('Ben')
      await page.getByLabel('E-mail').fill(owner.email)
      await password.fill('another horse')
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
  await test.step('auth/password-does-not-meet-requirements: rules that came up meanwhile are shown in the checklist', async () => {
    await page.goto(`${world.origin}/sign-up`)
    await page.getByLabel('Name').fill('Ben')
    await page.getByLabel('E-mail').fill('ben@example.com')
    await password.fill('another horse')
    const rules = page.getByRole('list', { name: 'What the password needs' })
    await expect(rules).toContainText('At least 6 characters')
    const administrator = await ConsoleAdministrator.enter(world)
    await administrator.call('PATCH', 'v2', 'config?updateMask=passwordPolicyConfig', {
      passwordPolicyConfig: {
        passwordPolicyEnforcementState: 'ENFORCE',
        forceUpgradeOnSignin: true,
        passwordPolicyVersions: [{ customStrengthOptions: { minPasswordLength: 8, containsNumericCharacter: true } }],
      },
    })
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(password).toHaveAccessibleDescription(/every rule/)
    await password.fill('the seven horses')
    await expect(rules.getByRole('listitem').filter({ hasText: 'A digit' })).toContainText('(not met yet)')
    await password.fill('the 7 horses')
    await page.getByRole('button', { name: 'Create account' }).click()
  })
  await test.step('it enters nothing of others', async () => {
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
    await page.goto(`${world.origin}/projects/demo-app`)
    await expect(page.getByRole('heading', { name: 'You can’t enter demo-app' })).toBeVisible()
  })
  await test.step('it is deleted once it is confirmed, and says what was done of that where the server fails meanwhile', async () => {
    await page.goto(`${world.origin}/account`)
    const commits = /projects\/console\/.*documents:commit/
    await page.route(commits, () => undefined)
    await deleteAccount(page, 'ben@example.com', 'the 7 horses')
    const dialog = page.getByRole('dialog', { name: 'Delete your account' })
    await expect(dialog).toContainText('it is not known whether it was done')
    await page.unroute(commits)
    await page.route('**/accounts:delete*', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Delete my account for good' }).click()
    await page.getByLabel('Your password').fill('the 7 horses')
    await page.getByRole('button', { name: 'Confirm' }).click()
    // Not everything is as it was.
    await expect(dialog).toContainText('Your account is still there. Its settings are deleted already')
    await expect(dialog).not.toContainText('Nothing was changed')
    await page.unroute('**/accounts:delete*')
    await dialog.getByRole('button', { name: 'Delete my account for good' }).click()
    await page.getByLabel('Your password').fill('the 7 horses')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page).toHaveURL(/\/sign-in$/)
    await expect(page.getByText('Your account is deleted')).toBeVisible()
    await signIn(page, { email: 'ben@example.com', password: 'the 7 horses' })
    await expect(page.getByRole('alert')).toContainText('E-mail or password doesn’t match')
  })
  await test.step('auth/password-does-not-meet-requirements at sign-in: leads to a new password', async () => {
    await signIn(page)
    await expect(password).toHaveAccessibleDescription(/stronger password/)
    await page.getByRole('link', { name: 'Reset the password' }).click()
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  })
})

async function deleteAccount(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account' })
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download your data first' }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(email)
  await expectAccessibleInBothThemes(page)
  await dialog.getByLabel(/^Type /).fill('somebody@example.com')
  await dialog.getByRole('button', { name: 'Delete my account for good' }).click()
  await expect(dialog.getByLabel(/^Type /)).toHaveAccessibleDescription(/not the address/)
  await dialog.getByLabel(/^Type /).fill(email)
  await dialog.getByRole('button', { name: 'Delete my account for good' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirm.getByLabel('Your password').fill('not it')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirm.getByLabel('Your password')).toHaveAccessibleDescription(/doesn’t match/)
  await confirm.getByLabel('Your password').fill(password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
}

test('name, photo and password are changed, and sessions are listed and ended', async ({ page, browser }) => {
  await using world = await ConsoleWorld.withOwner()
  await using context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:149.0) Gecko/20100101 Firefox/149.0',
  })
  const elsewhere = await context.newPage()
  await openSignedIn(elsewhere, `${world.origin}/account`)
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await openSignedIn(page, `${world.origin}/account`)
  await test.step('name and photo are kept, and show everywhere', async () => {
    await page.getByLabel('Name').fill('Olga B.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Name saved')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Account of Olga B.' })).toBeVisible()

    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose photo' }).click()
    await (
      await chooser
    ).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)">') })
    await expect(page.getByRole('alert')).toContainText('whatever its name says')

    const again = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose photo' }).click()
    await (await again).setFiles({ name: 'face.png', mimeType: 'image/png', buffer: onePixel })
    await expect(page.getByText('Photo saved')).toBeVisible()
    const photo = page.getByRole('group', { name: 'Photo' }).locator('img')
    await expect.poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1)

    await page.reload()
    await expect(page.getByLabel('Name')).toHaveValue('Olga B.')
    await expect.poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1)
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Photo removed')).toBeVisible()
    await expect(photo).toHaveCount(0)
  })
  await test.step('the password changes, ends other sessions, and the session shows what its token says', async () => {
    await page.goto(`${world.origin}/projects/demo-app`)
    const areas = page.getByRole('navigation', { name: 'Areas of demo-app' })
    await expect(areas).toBeVisible()
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: /^Account/ }).click()
    const session = page.getByRole('region', { name: 'This session' })
    await expect(session).toContainText('"serverRole": "owner"')
    await expect(session).toContainText(/ends in (59:\d\d|1:00:00)/)

    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    await dialog.getByLabel('New password').fill('a new horse')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText(/Password changed/)).toBeVisible()
    await session.getByRole('button', { name: 'Get a fresh token' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)

    // The other browser's listeners end, it asks for the next token, and learns it there.
    await expect(elsewhere).toHaveURL(/\/sign-in/)
    await expect(elsewhere.getByText(/the session was ended on the server/)).toBeVisible()

    // The project that was open goes on by the session that the new password began.
    await page.goBack()
    await areas.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('heading', { name: 'No users yet' })).toBeVisible()
  })
  await test.step('sessions are listed with their device, and ended from another browser', async () => {
    await signIn(elsewhere, { ...owner, password: 'a new horse' })
    await expect(elsewhere.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
    await page.goto(`${world.origin}/account`)
    const sessions = page.getByRole('table', { name: 'Sessions of your account' })
    await expect(sessions.getByRole('row')).toHaveCount(3)
    await expect(sessions.getByRole('row', { name: /this browser/ })).toHaveCount(1)
    await page.getByRole('button', { name: 'End the session of Firefox on Windows' }).click()
    await expect(page.getByText('Session ended')).toBeVisible()
    await expect(sessions.getByText('Firefox on Windows')).toHaveCount(0)
    await elsewhere.getByRole('button', { name: 'Get a fresh token' }).click()
    await expect(elsewhere).toHaveURL(/\/sign-in/)

    for (let other = 0; other < 2; other++) await ConsoleAccount.signIn(world, owner.email, 'a new horse')
    await page.reload()
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(page.getByText('2 other sessions are ended')).toBeVisible()
    await expect(sessions.getByRole('row')).toHaveCount(2)
  })
})

test('a change that needs a recent sign-in asks for the password first, and then goes on by itself', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await page.clock.install()
  await openSignedIn(page, `${world.origin}/account`)
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await page.clock.fastForward('06:00')

  await page.getByRole('button', { name: 'Change password' }).click()
  const change = page.getByRole('dialog', { name: 'Change password' })
  await confirm.getByLabel('Your password').fill('wrong horse')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirm.getByLabel('Your password')).toHaveAccessibleDescription(/doesn’t match/)
  await expect(change).toHaveCount(0)
  await confirm.getByLabel('Your password').fill(owner.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await change.getByLabel('New password').fill('a new horse')

  // Whoever takes long over the form is asked once more, and what they typed is sent then.
  await page.clock.fastForward('06:00')
  await change.getByRole('button', { name: 'Change password' }).click()
  await confirm.getByLabel('Your password').fill(owner.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/Password changed/)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await test.step('auth/too-many-requests: who can’t prove who it is waits, and the button counts', async () => {
    await spendTries(world, owner.email)
    await page.clock.fastForward('06:00')
    await page.getByRole('button', { name: 'Change password' }).click()
    const button = confirm.getByRole('button', { name: /^(Confirm|Next try in \d+ s)$/ })
    await confirm.getByLabel('Your password').fill('wrong horse')
    await button.click()
    await expect(confirm.getByRole('alert')).toContainText('Too many tries')
    await expect(button).toBeDisabled()
    await expect(button).toHaveText(/^Next try in \d+ s$/)
  })
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
