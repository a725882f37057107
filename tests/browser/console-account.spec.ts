import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { collectComplaints, ConsoleWorld, owner, signIn, signOut } from './console-world.ts'
import { test } from './test.ts'

test('the owner is made from the link that the server printed, and goes on to the first project', async ({ page }) => {
  await using world = await ConsoleWorld.start()
  const complaints = collectComplaints(page)

  await page.goto(world.origin)
  await expect(page.getByRole('heading', { name: 'Welcome to Hearth' })).toBeVisible()
  await page.goto(`${world.origin}/welcome#code=${await world.getSetupCode()}`)
  await expect(page.getByLabel('Set-up code')).toHaveValue(await world.getSetupCode())
  expect(page.url()).toBe(`${world.origin}/welcome`)

  await page.getByLabel('Name').fill(owner.name)
  await page.getByLabel('E-mail').fill('olga@')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create the owner’s account' }).click()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/not an e-mail address/)
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/every rule/)
  await expect(page.getByLabel('Name')).toHaveValue(owner.name)

  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill('123456')
  await page.getByRole('button', { name: 'Create the owner’s account' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/one of the most used/)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await expect(page.getByRole('list', { name: 'What the password needs' })).toContainText('(met)')
  await page.getByRole('button', { name: 'Create the owner’s account' }).click()

  await expect(page).toHaveURL(`${world.origin}/projects`)
  await page.getByRole('link', { name: 'Demo app' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(`${world.origin}/projects/demo-app`)
  await expect(page.getByRole('navigation', { name: 'Areas of demo-app' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a wrong set-up code is told at its field, and what was typed stays', async ({ page }) => {
  await using world = await ConsoleWorld.start()
  await page.goto(`${world.origin}/welcome`)
  await page.getByLabel('Set-up code').fill('WRONG-CODE')
  await page.getByLabel('Name').fill(owner.name)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Create the owner’s account' }).click()
  await expect(page.getByLabel('Set-up code')).toHaveAccessibleDescription(/not the set-up code/)
  await expect(page.getByLabel('Set-up code')).toBeFocused()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(owner.password)
})

test('a deep link leads through sign-in to where it pointed, and a wrong password says nothing more than that', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await page.goto(`${world.origin}/projects/demo-app/users?from=mail`)
  await expect(page).toHaveURL(/\/sign-in\?to=/)

  await signIn(page, { ...owner, password: 'wrong horse' })
  await expect(page.getByRole('alert')).toContainText('E-mail or password doesn’t match')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('E-mail')).toHaveValue(owner.email)
  await signIn(page, { email: 'nobody@example.com', password: 'wrong horse' })
  await expect(page.getByRole('alert')).toContainText('E-mail or password doesn’t match')

  await signIn(page)
  await expect(page).toHaveURL(`${world.origin}/projects/demo-app/users?from=mail`)
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
})

test('a link can’t lead to another site after sign-in', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await page.goto(`${world.origin}/sign-in?to=//elsewhere.example/`)
  await signIn(page)
  await expect(page).toHaveURL(`${world.origin}/projects`)
})

test('signing out signs out every tab, and coming back goes to the last project', async ({ context }) => {
  await using world = await ConsoleWorld.withOwner()
  const one = await context.newPage()
  await one.goto(`${world.origin}/projects/demo-app`)
  await signIn(one)
  await expect(one.getByRole('navigation', { name: 'Areas of demo-app' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${world.origin}/account`)
  await expect(other.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()

  await signOut(one)
  await expect(one.getByText('You are signed out.')).toBeVisible()
  await expect(other).toHaveURL(/\/sign-in/)
  await expect(other.getByText('You are signed out.')).toBeVisible()
  // Nothing that this browser keeps says where they were; their account does.
  await expect.poll(() => one.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('demo-app')

  await one.goto(world.origin)
  await signIn(one)
  await expect(one).toHaveURL(`${world.origin}/projects/demo-app`)

  // The server ended the session that was signed out of.
  await one.goto(`${world.origin}/account`)
  const sessions = one.getByRole('table', { name: 'Sessions of your account' })
  await expect(sessions.getByRole('row', { name: /this browser/ })).toHaveCount(1)
  await expect(sessions.getByRole('row')).toHaveCount(2)
})

test('a new account sees no project of others, may not enter one, and deletes itself', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await page.goto(`${world.origin}/sign-in`)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill('Ben')
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill('another horse')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/exists already/)
  await page.getByLabel('E-mail').fill('ben@example.com')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await page.goto(`${world.origin}/projects/demo-app`)
  await expect(page.getByRole('heading', { name: 'You can’t enter demo-app' })).toBeVisible()

  await page.goto(`${world.origin}/account`)
  const commits = /projects\/console\/.*documents:commit/
  await page.route(commits, () => undefined)
  await deleteAccount(page, 'ben@example.com', 'another horse')
  const dialog = page.getByRole('dialog', { name: 'Delete your account' })
  await expect(dialog).toContainText('it is not known whether it was done')
  await page.unroute(commits)
  await page.route('**/accounts:delete*', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Delete my account for good' }).click()
  await page.getByLabel('Your password').fill('another horse')
  await page.getByRole('button', { name: 'Confirm' }).click()
  // Not everything is as it was.
  await expect(dialog).toContainText('Your account is still there. Its settings are deleted already')
  await expect(dialog).not.toContainText('Nothing was changed')
  await page.unroute('**/accounts:delete*')
  await dialog.getByRole('button', { name: 'Delete my account for good' }).click()
  await page.getByLabel('Your password').fill('another horse')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(page.getByText('Your account is deleted')).toBeVisible()
  await signIn(page, { email: 'ben@example.com', password: 'another horse' })
  await expect(page.getByRole('alert')).toContainText('E-mail or password doesn’t match')
})

async function deleteAccount(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account' })
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download your data first' }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(email)
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

test('name and photo are kept, and show everywhere', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await page.goto(`${world.origin}/account`)
  await signIn(page)

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

test('the password changes, ends other sessions, and the session shows what its token says', async ({
  browser,
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(`${world.origin}/account`)
  await signIn(elsewhere)
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()

  await page.goto(`${world.origin}/projects/demo-app`)
  await signIn(page)
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

  await signOut(page)
  await signIn(page, { ...owner, password: 'a new horse' })
  await expect(page).toHaveURL(/\/projects/)
})

test('a change that needs a recent sign-in asks for the password first, and then goes on by itself', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await page.clock.install()
  await page.goto(`${world.origin}/account`)
  await signIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await page.clock.fastForward('06:00')

  await page.getByRole('button', { name: 'Change password' }).click()
  const change = page.getByRole('dialog', { name: 'Change password' })
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
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
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('after too many tries the button is off and counts down', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await page.goto(`${world.origin}/sign-in`)
  const button = page.getByRole('button', { name: /^(Sign in|Next try in \d+ s)$/ })
  for (let tries = 1; tries <= 11; tries++) {
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(`wrong horse ${tries}`)
    const answer = page.waitForResponse('**/accounts:signInWithPassword**')
    await button.click()
    await answer
    await expect(page.getByRole('alert')).toBeVisible()
  }
  await expect(page.getByRole('alert')).toContainText('Too many tries')
  await expect(button).toBeDisabled()
  await expect(button).toHaveText(/^Next try in \d+ s$/)
})
