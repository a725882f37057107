import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { MailReceiver } from '../../apps/server/src/testing/mail-receiver.ts'
import { ConsoleAdministrator } from './console-administrator.ts'
import {
  collectComplaints,
  ConsoleWorld,
  expectAccessible,
  expectAccessibleInBothThemes,
  owner,
  signIn,
} from './console-world.ts'
import { ProjectOperator } from './project-operator.ts'

const ada = { email: 'ada@example.com', password: 'a horse of Ada' }

/** Users of demo-app: `user00@example.com` and on, each with a number in the name. */
async function addUsers(administrator: ConsoleAdministrator, count: number): Promise<void> {
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

async function openUsers(page: Page, world: ConsoleWorld, path = ''): Promise<void> {
  await page.goto(`${world.origin}/projects/demo-app/users${path}`)
  await signIn(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

function rowsOf(page: Page) {
  return page.getByRole('table', { name: 'Users of this project' }).getByRole('row')
}

test('a user is found by a part of what names them, and the address keeps the search', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  await addUsers(administrator, 3)
  await administrator.call('POST', 'v1', 'accounts', { phoneNumber: '+14155550123', disabled: true })
  const complaints = collectComplaints(page)
  await openUsers(page, world)
  await expect(rowsOf(page)).toHaveCount(5)
  await expect(page.getByText(/^4 users · as of/)).toBeVisible()

  const search = page.getByRole('searchbox', { name: 'Search users' })
  for (const [text, found] of [
    ['USER01', 'user01@example.com'],
    ['person 02', 'user02@example.com'],
    ['5550', '+14155550123'],
    ['uid-00', 'user00@example.com'],
  ] as const) {
    await search.fill(text)
    await expect(rowsOf(page)).toHaveCount(2)
    await expect(rowsOf(page).nth(1)).toContainText(found)
  }
  await expect(page).toHaveURL(/\?q=uid-00$/)
  await page.reload()
  await expect(search).toHaveValue('uid-00')
  await expect(rowsOf(page)).toHaveCount(2)
  await search.fill('nobody at all')
  await expect(page.getByRole('heading', { name: 'Nobody fits' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all users' }).click()
  await expect(rowsOf(page)).toHaveCount(5)
  await expect(search).toHaveValue('')

  await page.getByRole('button', { name: /State/ }).click()
  await page.getByRole('option', { name: 'disabled' }).click()
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(page).toHaveURL(/\?state=disabled$/)
  await page.goBack()
  await expect(rowsOf(page)).toHaveCount(5)
  await page.goForward()
  await page.getByRole('button', { name: /Provider/ }).click()
  await page.getByRole('option', { name: 'password' }).click()
  await expect(page.getByRole('heading', { name: 'Nobody fits' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('user01@')
  await page.getByRole('option', { name: 'All users with “user01@”' }).click()
  await expect(page).toHaveURL(/\?q=user01(@|%40)$/)
  await expect(rowsOf(page)).toHaveCount(2)
  expect(complaints).toEqual([])
})

test('the list is sorted by its titles and comes in pages', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await addUsers(await ConsoleAdministrator.enter(world, 'demo-app'), 52)
  await openUsers(page, world)
  await expect(page.getByText('1 to 50 of 52')).toBeVisible()
  await expect(rowsOf(page).nth(1)).toContainText('user51')
  await page.getByRole('button', { name: 'Created' }).click()
  await expect(rowsOf(page).nth(1)).toContainText('user00')
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'User', exact: true }).click()
  await page.getByRole('button', { name: 'User', exact: true }).click()
  await expect(rowsOf(page).nth(1)).toContainText('user51')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('51 to 52 of 52')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(3)
  await expect(page).toHaveURL(/sort=-email&page=2|page=2&sort=-email/)
})

test('a user is added, and what the server refuses is told at its field', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await openUsers(page, world)
  await expect(page.getByRole('heading', { name: 'No users yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a user' })
  await expectAccessible(page)
  // By keyboard alone: every field is where it was when the one before is filled.
  await page.keyboard.type('half@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Half a user')
  await expect(dialog.getByLabel('Name')).toHaveValue('Half a user')
  await page.keyboard.press('Escape')
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Stay here' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Half a user')
  await dialog.getByLabel('Name').fill('')
  await dialog.getByLabel('E-mail', { exact: true }).fill('ada@')
  await dialog.getByLabel('Phone number').fill('0123')
  // Said when the field is left; the button moves down with it.
  await expect(dialog.getByLabel('E-mail', { exact: true })).toHaveAccessibleDescription(/not an e-mail address/)
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(dialog.getByLabel('Phone number')).toHaveAccessibleDescription(/not a phone number/)
  await dialog.getByLabel('E-mail', { exact: true }).fill(ada.email)
  await dialog.getByLabel('Phone number').fill('+14155550123')
  await dialog.getByLabel('Password', { exact: true }).fill('123456')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/one of the most used/)
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password)
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(page.getByText(`Added ${ada.email}`)).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(2)

  await page.getByRole('button', { name: 'Add user' }).click()
  await dialog.getByLabel('E-mail', { exact: true }).fill('bob@example.com')
  await dialog.getByLabel('Phone number').fill('+14155550123')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(dialog.getByLabel('Phone number')).toHaveAccessibleDescription(/exists already/)
  await dialog.getByLabel('Phone number').fill('')
  await dialog.getByLabel('E-mail', { exact: true }).fill(ada.email)
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(dialog.getByLabel('E-mail', { exact: true })).toHaveAccessibleDescription(/exists already/)
})

test('a user’s page changes everything about them, in both themes', async ({ page, browser }) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  const { localId } = await administrator.call<{ localId: string }>('POST', 'v1', 'accounts', ada)
  const complaints = collectComplaints(page)
  await openUsers(page, world)
  await page.getByRole('link', { name: ada.email }).click()
  await expect(page).toHaveURL(`${world.origin}/projects/demo-app/users/${localId}`)
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Phone number').fill('+14155550123')
  await page.getByText('E-mail is verified').click()
  const profile = page.getByRole('region', { name: 'Profile' })
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('verified')
  await expect(page.getByRole('button', { name: 'Remove phone' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove phone' }).click()
  await expect(page.getByText('phone is removed')).toBeVisible()

  const claims = page.getByRole('region', { name: 'Claims' })
  await claims.getByLabel('Claims as JSON').fill('{"plan":')
  await claims.getByRole('button', { name: 'Save' }).click()
  await expect(claims.getByLabel('Claims as JSON')).toHaveAccessibleDescription(/not JSON/)
  await claims.getByLabel('Claims as JSON').fill('{"sub":"me"}')
  await claims.getByRole('button', { name: 'Save' }).click()
  await expect(claims.getByLabel('Claims as JSON')).toHaveAccessibleDescription(/token’s own/)
  await claims.getByLabel('Claims as JSON').fill(JSON.stringify({ note: 'x'.repeat(1000) }))
  await claims.getByRole('button', { name: 'Save' }).click()
  await expect(claims.getByLabel('Claims as JSON')).toHaveAccessibleDescription(/too many/)
  await claims.getByLabel('Claims as JSON').fill('{"plan":"pro"}')
  await claims.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Claims saved')).toBeVisible()
  await expect(claims.getByLabel('Claims as JSON')).toHaveValue('{\n  "plan": "pro"\n}')

  await expect(page.getByRole('button', { name: 'Send a reset mail' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Make a reset link' }).click()
  const linkDialog = page.getByRole('dialog', { name: 'A link to choose a new password' })
  const link = (await linkDialog.getByLabel('Link').textContent()) ?? ''
  await expectAccessibleInBothThemes(page)
  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto(link)
  await theirs.getByLabel('New password').fill('a new horse')
  await theirs.getByRole('button', { name: 'Save the new password' }).click()
  await expect(theirs.getByText('Your new password is saved.')).toBeVisible()
  await linkDialog.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: 'Disable user' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable user' }).click()
  await expect(page.getByText('This user is disabled')).toBeVisible()
  expect(await signInStatus(world, administrator, 'a new horse')).toBe('USER_DISABLED')
  await page.getByRole('button', { name: 'Enable user' }).click()
  await expect(page.getByText('This user is disabled')).toHaveCount(0)
  await page.getByRole('button', { name: 'Set a password' }).click()
  const password = page.getByRole('dialog', { name: 'Set a password' })
  await password.getByLabel('New password').fill('one more horse')
  await password.getByRole('button', { name: 'Set a password' }).click()
  await expect(page.getByText('Password set.')).toBeVisible()
  expect(await signInStatus(world, administrator, 'one more horse')).toBe('')

  await page.getByRole('button', { name: 'Delete user' }).click()
  const deletion = page.getByRole('dialog', { name: 'Delete Ada' })
  await deletion.getByLabel(/^Type /).fill('Ada')
  await deletion.getByRole('button', { name: 'Delete user for good' }).click()
  await expect(deletion.getByLabel(/^Type /)).toHaveAccessibleDescription(/something else/)
  await deletion.getByLabel(/^Type /).fill(ada.email)
  await deletion.getByRole('button', { name: 'Delete user for good' }).click()
  await expect(page.getByRole('heading', { name: 'No users yet' })).toBeVisible()
  await page.goto(`${world.origin}/projects/demo-app/users/${localId}`)
  await expect(page.getByRole('heading', { name: 'This user isn’t there' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  expect(complaints).toEqual([])
})

test('a form sends what was changed in it alone, follows what others change, and is not left without a question', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  await administrator.call('POST', 'v1', 'accounts', { ...ada, displayName: 'Ada' })
  const uid = await administrator.uidOf(ada.email)
  await openUsers(page, world, `/${uid}`)
  const profile = page.getByRole('region', { name: 'Profile' })
  const save = profile.getByRole('button', { name: 'Save' })
  const name = profile.getByLabel('Name')
  await profile.getByLabel('Phone number').fill('+14155550123')
  await administrator.update(ada.email, { displayName: 'Ada Lovelace' })
  await save.click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(name).toHaveValue('Ada Lovelace')
  await expect(save).toBeDisabled()

  await name.fill('Countess')
  await administrator.update(ada.email, { displayName: 'Augusta' })
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(profile.getByText('changed this meanwhile to “Augusta”')).toBeVisible()
  await expectAccessible(page)
  await expect(name).toHaveValue('Countess')
  await page.getByRole('link', { name: 'Files' }).click()
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Stay here' }).click()
  await profile.getByRole('button', { name: 'Take theirs' }).click()
  await expect(name).toHaveValue('Augusta')
  await expect(save).toBeDisabled()
  await name.fill('Countess')
  await page.getByRole('link', { name: 'Files' }).click()
  await leaving.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/\/files$/)
  expect(
    (
      await administrator.call<{ users: { displayName: string }[] }>('POST', 'v1', 'accounts:lookup', {
        localId: [uid],
      })
    ).users[0]?.displayName,
  ).toBe('Augusta')
})

/** The reason why a sign-in is refused; empty when it isn't. */
async function signInStatus(
  world: ConsoleWorld,
  administrator: ConsoleAdministrator,
  password: string,
  email = ada.email,
): Promise<string> {
  const { error } = await signInAsUser(world, administrator, email, password)
  return error?.message.split(' ')[0] ?? ''
}

async function signInAsUser(
  world: ConsoleWorld,
  { apiKey }: ConsoleAdministrator,
  email: string,
  password: string,
): Promise<{ readonly idToken?: string; readonly error?: { readonly message: string } }> {
  const answer = await fetch(`${world.origin}/v1/accounts:signInWithPassword?key=${apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  })
  return (await answer.json()) as { idToken?: string; error?: { message: string } }
}

test('sessions are ended one by one and all; a lost second factor is taken away', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  await administrator.call('POST', 'v1', 'accounts', ada)
  await administrator.enrol(ada.email, ada.password)
  const uid = await administrator.uidOf(ada.email)
  await openUsers(page, world, `/${uid}`)
  await expect(page.getByRole('table', { name: 'Sessions of this user' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove Telephone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Telephone' }).click()
  await expect(page.getByText('Telephone is removed')).toBeVisible()
  await expect(page.getByText('None. Users add them themselves.')).toBeVisible()
  expect(await signInStatus(world, administrator, ada.password)).toBe('')
  await page.reload()
  await expect(page.getByRole('table', { name: 'Sessions of this user' }).getByRole('row')).toHaveCount(3)
  await page
    .getByRole('button', { name: /^End the session of/ })
    .first()
    .click()
  await expect(page.getByText('Session ended')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Sessions of this user' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'End all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all' }).click()
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible()

  expect(await signInStatus(world, administrator, ada.password)).toBe('')
  await page.reload()
  await expect(page.getByRole('table', { name: 'Sessions of this user' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
})

test('users of a provider of the project are found by it', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  await administrator.call('POST', 'v2', 'oauthIdpConfigs?oauthIdpConfigId=oidc.corp', {
    displayName: 'Corp',
    clientId: 'shop',
    issuer: 'https://corp.example.com',
    enabled: true,
    responseType: { code: true },
  })
  await addUsers(administrator, 2)
  const linkProviderUserInfo = { providerId: 'oidc.corp', rawId: 'corp-1' }
  await administrator.update('user01@example.com', { linkProviderUserInfo })
  await openUsers(page, world)
  await page.getByRole('button', { name: /Provider/ }).click()
  await page.getByRole('option', { name: 'Corp (oidc.corp)' }).click()
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(rowsOf(page).nth(1)).toContainText('user01@example.com')
})

test('what a user wrote is listed, and leads to the document and to the requests', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  const { localId } = await administrator.call<{ localId: string }>('POST', 'v1', 'accounts', ada)
  const rules = `service cloud.firestore {
    match /databases/{database}/documents { match /notes/{id} { allow read, write: if request.auth != null; } }
  }`
  const { name: rulesetName } = await administrator.call<{ name: string }>('POST', 'v1', 'rulesets', {
    source: { files: [{ name: 'firestore.rules', content: rules }] },
  })
  await administrator.call('POST', 'v1', 'releases', {
    name: 'projects/demo-app/releases/cloud.firestore',
    rulesetName,
  })
  const { idToken } = await signInAsUser(world, administrator, ada.email, ada.password)
  const write = async (path: string) => {
    const answer = await fetch(`${world.origin}/v1/projects/demo-app/databases/(default)/documents/${path}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ fields: { text: { stringValue: 'hello' } } }),
    })
    return answer.status
  }
  expect(await write('notes/first')).toBe(200)
  expect(await write('notes/first')).toBe(200)
  expect(await write('secrets/one')).toBe(403)

  await openUsers(page, world, `/${localId}`)
  const lines = page.getByRole('list', { name: 'What this user wrote' }).getByRole('listitem')
  await expect(lines).toHaveText([/changed.*notes\/first/, /made.*notes\/first/])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All requests of this user' }).click()
  const refused = page.getByRole('table', { name: 'Requests' }).getByRole('row').filter({ hasText: 'secrets/one' })
  await expect(refused).toContainText('Denied')
  await page.goBack()
  await lines.first().getByRole('link').click()
  await expect(page).toHaveURL(/\/data\/notes\/first/)
})

test('on a phone the list says who is disabled, and each session when it was last used', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  await administrator.call('POST', 'v1', 'accounts', ada)
  expect(await signInStatus(world, administrator, ada.password)).toBe('')
  await administrator.call('POST', 'v1', 'accounts', { email: 'eve@example.com', disabled: true })
  await page.setViewportSize({ width: 320, height: 640 })
  await openUsers(page, world)
  await expect(rowsOf(page).filter({ hasText: 'eve@' }).getByText('disabled').filter({ visible: true })).toBeVisible()
  await expect(rowsOf(page).filter({ hasText: ada.email }).getByText('disabled')).toHaveCount(0)
  await page.getByRole('link', { name: ada.email }).click()
  const sessions = page.getByRole('table', { name: 'Sessions of this user' })
  await expect(sessions.getByText('Last used: today')).toBeVisible()
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(beside).toBeLessThanOrEqual(0)
})

test('a reset mail goes out from the user’s page', async ({ page }) => {
  await using receiver = await MailReceiver.start()
  await using world = await ConsoleWorld.withMail(receiver)
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  await administrator.call('POST', 'v1', 'accounts', ada)
  await openUsers(page, world, `/${await administrator.uidOf(ada.email)}`)
  await page.getByRole('button', { name: 'Send a reset mail' }).click()
  await expect(page.getByText(`is on its way to ${ada.email}`)).toBeVisible()
  expect(await receiver.nextLink()).toContain('mode=resetPassword')
})

test('several users are disabled and deleted together, by keyboard, with their number to type', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await addUsers(await ConsoleAdministrator.enter(world, 'demo-app'), 52)
  await openUsers(page, world, '?sort=email')
  await page.getByRole('checkbox', { name: 'Select Person 00' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable 2 users' }).click()
  await expect(page.getByText('2 users disabled')).toBeVisible()
  await expect(rowsOf(page).getByText('disabled', { exact: true }).filter({ visible: true })).toHaveCount(2)

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true })
  await expect(page.getByText('50 selected')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Select all 52' }).click()
  await expect(page.getByText('52 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 52 users?' })
  await dialog.getByLabel('Type 52 to go on').fill('5')
  await dialog.getByRole('button', { name: 'Delete 52 users' }).click()
  await expect(dialog.getByLabel('Type 52 to go on')).toHaveAccessibleDescription(/number 52/)
  await dialog.getByLabel('Type 52 to go on').fill('52')
  await dialog.getByRole('button', { name: 'Delete 52 users' }).click()
  await expect(page.getByText('52 users deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No users yet' })).toBeVisible()
})

test('what the list shows is exported, all pages of it', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await addUsers(await ConsoleAdministrator.enter(world, 'demo-app'), 52)
  await openUsers(page, world, '?state=verified')
  await expect(page.getByText('26 users match')).toBeVisible()
  const save = async (form: RegExp) => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: form }).click()
    return await readFile(await (await saved).path(), 'utf8')
  }
  const lines = (await save(/CSV/)).trimEnd().split('\r\n')
  expect(lines).toHaveLength(27)
  expect(lines[0]).toMatch(/^uid,email,/)
  const { users } = JSON.parse(await save(/JSON/)) as { users: { email: string }[] }
  expect(users).toHaveLength(26)
})

test('a viewer reads users and changes none', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const viewer = { email: 'vera@example.com', password: 'correct horse', role: 'viewer' } as const
  await ProjectOperator.addMember(world, viewer)
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  await administrator.call('POST', 'v1', 'accounts', { ...ada, displayName: 'Ada' })
  await page.goto(`${world.origin}/projects/demo-app/users`)
  await signIn(page, viewer)
  await expect(page.getByText('Your role reads users.')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add user' })).toHaveCount(0)
  await page.getByRole('link', { name: ada.email }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Ada')
  await expect(page.getByLabel('Name')).toHaveAttribute('readonly')
  for (const name of ['Save', 'Disable user', 'Delete user', 'Set a password']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expectAccessible(page)
})

test('deleting and adding a user ask who it is when the sign-in is a while ago, and then go on', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  await administrator.call('POST', 'v1', 'accounts', ada)
  await page.clock.install()
  await openUsers(page, world, `/${await administrator.uidOf(ada.email)}`)
  await page.getByRole('button', { name: 'Delete user' }).waitFor()
  await page.clock.fastForward('06:00')
  await page.getByRole('button', { name: 'Delete user' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(confirm.getByText('for the next 5 minutes')).toBeVisible()
  await page.mouse.click(5, 5)
  await confirm.getByLabel('Your password').fill(owner.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  const deletion = page.getByRole('dialog', { name: `Delete ${ada.email}` })
  await deletion.getByLabel(/^Type /).fill(ada.email)
  await deletion.getByRole('button', { name: 'Delete user for good' }).click()
  await expect(page.getByText(`Deleted ${ada.email}`)).toBeVisible()

  await page.clock.fastForward('06:00')
  await page.getByRole('button', { name: 'Add user' }).first().click()
  await confirm.getByLabel('Your password').fill(owner.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a user' })
  await dialog.getByLabel('E-mail', { exact: true }).fill('bob@example.com')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(page.getByText('Added bob@example.com')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a new address, enabling and a link that lets somebody in ask who it is when the sign-in is a while ago', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  await administrator.call('POST', 'v1', 'accounts', ada)
  await page.clock.install()
  await openUsers(page, world, `/${await administrator.uidOf(ada.email)}`)
  const address = page.getByLabel('E-mail', { exact: true })
  await expect(address).toHaveValue(ada.email)
  await page.clock.fastForward('06:00')
  await page.getByLabel('Name', { exact: true }).fill('Ada L')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await address.fill('lovelace@example.com')
  await page.getByRole('button', { name: 'Save' }).first().click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirm.getByLabel('Your password').fill(owner.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(async () => expect(await administrator.uidOf('lovelace@example.com')).toBeTruthy()).toPass()

  await page.clock.fastForward('06:00')
  await page.getByRole('button', { name: 'Disable user' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable user' }).click()
  await page.getByRole('button', { name: 'Enable user' }).click()
  await confirm.getByLabel('Your password').fill(owner.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'Disable user' })).toBeVisible()

  await page.clock.fastForward('06:00')
  await page.getByRole('button', { name: 'Make a reset link' }).click()
  await confirm.getByLabel('Your password').fill(owner.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog').getByText(/oobCode=/)).toBeVisible()
})
