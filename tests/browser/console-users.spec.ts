import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { ConsoleAdministrator } from './console-administrator.ts'
import { collectComplaints, ConsoleWorld, expectAccessible, expectAccessibleInBothThemes } from './console-world.ts'
import { createProjects } from './create-projects.ts'
import { goWithin } from './go-within.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { ada, addUsers, openUsers, rowsOf, signInStatus } from './users-screen.ts'
import { test } from './test.ts'

test('users are added, and found by what is known of them', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await createProjects(world, 'find-app', 'phone-app')
  const complaints = collectComplaints(page)
  await openUsers(page, world)
  await test.step('how users come in is said on their screen, with the command for this project', async () => {
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import users' })
    await expect(dialog.getByLabel('The command')).toHaveText(
      `hearth accounts import users.json --project demo-app --url ${world.origin} --key key.json`,
    )
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('link', { name: 'Make a service key' }).click()
    await expect(page).toHaveURL(/\/projects\/demo-app\/settings\?section=apps$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a user is added, and what the server refuses is told at its field', async () => {
    await goWithin(page, '/projects/demo-app/users')
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

  const found = await ConsoleAdministrator.enter(world, 'find-app')
  await found.call('POST', 'v2', 'oauthIdpConfigs?oauthIdpConfigId=oidc.corp', {
    displayName: 'Corp',
    clientId: 'shop',
    issuer: 'https://corp.example.com',
    enabled: true,
    responseType: { code: true },
  })
  await addUsers(found, 3)
  await found.update('user01@example.com', { linkProviderUserInfo: { providerId: 'oidc.corp', rawId: 'corp-1' } })
  for (const [number, claims] of [
    ['00', { role: 'admin', level: 3 }],
    ['01', { role: ['editor', 'admin'] }],
    ['02', { role: 'editor', level: '3' }],
  ] as const) {
    await found.update(`user${number}@example.com`, { customAttributes: JSON.stringify(claims) })
  }
  await found.call('POST', 'v1', 'accounts', { phoneNumber: '+14155550123', disabled: true })

  await test.step('a user is found by a part of what names them, and the address keeps the search', async () => {
    await goWithin(page, '/projects/find-app/users')
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
  })

  await test.step('while a search is on its way, the list before it is no answer to it', async () => {
    await goWithin(page, '/projects/find-app/users')
    await expect(page.getByText(/^4 users · as of/)).toBeVisible()
    const held = Promise.withResolvers<void>()
    await page.route('**/accounts:query', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('searchbox', { name: 'Search users' }).fill('user01')
    await expect(page.getByText('Searching…')).toBeVisible()
    await expect(page.getByText(/\d users? (match|·)/)).toHaveCount(0)
    await expect(page.locator('section[aria-busy=true]').filter({ has: page.getByRole('table') })).toBeVisible()
    held.resolve()
    await expect(page.getByText(/^1 user matches · as of/)).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(2)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route('**/accounts:query', (route) => route.fulfill({ status: 500, json: { error: { code: 500 } } }))
    await page.getByRole('searchbox', { name: 'Search users' }).fill('user02')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByText('user01@example.com')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('users of a provider of the project are found by it', async () => {
    await goWithin(page, '/projects/find-app/users')
    await page.getByRole('button', { name: /Provider/ }).click()
    await page.getByRole('option', { name: 'Corp (oidc.corp)' }).click()
    await expect(rowsOf(page)).toHaveCount(2)
    await expect(rowsOf(page).nth(1)).toContainText('user01@example.com')
  })

  await test.step('users are found by a claim, whose name is completed from what was seen', async () => {
    await goWithin(page, '/projects/find-app/users?sort=email')
    await expect(rowsOf(page)).toHaveCount(5)
    await page.getByRole('button', { name: 'Add a claim' }).click()
    const form = page.getByRole('dialog', { name: 'Add a claim' })
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Show those users' }).click()
    await expect(form.getByLabel('Name of the claim')).toHaveAccessibleDescription(/Say which claim/)
    await page.keyboard.type('lev')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('Name of the claim')).toHaveValue('level')
    await expect(form.getByRole('button', { name: /Its value/ })).toContainText('a number')
    await form.getByLabel('Value', { exact: true }).fill('three')
    await form.getByRole('button', { name: 'Show those users' }).click()
    await expect(form.getByLabel('Value', { exact: true })).toHaveAccessibleDescription(/not a number/)
    await form.getByLabel('Value', { exact: true }).fill('3')
    await page.keyboard.press('Enter')
    await expect(rowsOf(page)).toHaveCount(2)
    await expect(rowsOf(page).nth(1)).toContainText('user00@example.com')
    expect(new URL(page.url()).searchParams.get('claim')).toBe('level = 3')
    await page.reload()
    await expect(rowsOf(page)).toHaveCount(2)

    await page.getByRole('button', { name: 'Edit the claim level = 3' }).click()
    await page.getByRole('dialog').getByLabel('Name of the claim').fill('role')
    await page.getByRole('button', { name: /Its value/ }).click()
    await page.getByRole('option', { name: 'a text' }).click()
    await page.getByRole('dialog').getByLabel('Value', { exact: true }).fill('admin')
    await page.keyboard.press('Enter')
    await expect(rowsOf(page)).toHaveCount(3)
    await expect(page.getByText('2 users match')).toBeVisible()
    await page.getByRole('button', { name: 'Remove the claim role = "admin"' }).click()
    await expect(rowsOf(page)).toHaveCount(5)
    await page.goBack()
    await expect(rowsOf(page)).toHaveCount(3)

    await goWithin(page, '/projects/find-app/users?claim=role%3Dadmin')
    await expect(page.getByRole('heading', { name: 'The filter by a claim can’t be read' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled()
    await page.getByRole('button', { name: 'Remove the filter' }).click()
    await expect(rowsOf(page)).toHaveCount(5)
  })

  await test.step('on a phone the list says who is disabled, and each session when it was last used', async () => {
    const administrator = await ConsoleAdministrator.enter(world, 'phone-app')
    await administrator.call('POST', 'v1', 'accounts', ada)
    expect(await signInStatus(world, administrator, ada.password)).toBe('')
    await administrator.call('POST', 'v1', 'accounts', { email: 'eve@example.com', disabled: true })
    await page.setViewportSize({ width: 320, height: 640 })
    await goWithin(page, '/projects/phone-app/users')
    await expect(rowsOf(page).filter({ hasText: 'eve@' }).getByText('disabled').filter({ visible: true })).toBeVisible()
    await expect(rowsOf(page).filter({ hasText: ada.email }).getByText('disabled')).toHaveCount(0)
    await page.getByRole('link', { name: ada.email }).click()
    const sessions = page.getByRole('list', { name: 'Sessions of this user' })
    await expect(sessions.getByText('today')).toBeVisible()
    const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(beside).toBeLessThanOrEqual(0)
  })
  expect(complaints).toEqual([])
})

test('many users are looked through, exported, and changed together', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await createProjects(world, 'many-app')
  for (const project of ['demo-app', 'many-app']) await addUsers(await ConsoleAdministrator.enter(world, project), 52)
  await openUsers(page, world)
  await test.step('the list is sorted by its titles and comes in pages', async () => {
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

  await test.step('several users are disabled and deleted together, by keyboard, with their number to type', async () => {
    await goWithin(page, '/projects/demo-app/users?sort=email')
    await page.getByRole('checkbox', { name: 'Select Person 00' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable 2 users' }).click()
    await expect(page.getByText('Disabling of users is done')).toBeVisible()
    await expect(rowsOf(page).getByText('disabled', { exact: true }).filter({ visible: true })).toHaveCount(2)

    await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true })
    await expect(page.getByText('50 selected')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Select all 52' }).click()
    await expect(page.getByText('52 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete 52 users?' })
    await dialog.getByLabel('Type 52 to go on').fill('5')
    await dialog.getByRole('button', { name: 'Delete 52 users' }).click()
    await expect(dialog.getByLabel('Type 52 to go on')).toHaveAccessibleDescription(/number 52/)
    await dialog.getByLabel('Type 52 to go on').fill('52')
    await dialog.getByRole('button', { name: 'Delete 52 users' }).click()
    await expect(page.getByText('Deletion of users is done')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No users yet' })).toBeVisible()
  })

  await test.step('what the list shows is exported, all pages of it', async () => {
    await goWithin(page, '/projects/many-app/users?state=verified')
    await expect(page.getByText('26 users match')).toBeVisible()
    const save = async (form: RegExp, beside: Locator, count: number) => {
      await beside.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('menuitem', { name: form }).click()
      const job = page.getByRole('article', { name: `Export of users · ${count} users` })
      const saved = page.waitForEvent('download')
      await job.getByRole('button', { name: /^Download/ }).click()
      const text = await readFile(await (await saved).path(), 'utf8')
      await job.getByRole('button', { name: /^Take / }).click()
      return text
    }
    const everybody = page.getByRole('main')
    const lines = (await save(/CSV/, everybody, 26)).trimEnd().split('\r\n')
    expect(lines).toHaveLength(27)
    expect(lines[0]).toMatch(/^uid,email,/)
    const { users } = JSON.parse(await save(/JSON/, everybody, 26)) as { users: { email: string }[] }
    expect(users).toHaveLength(26)

    await page.getByRole('checkbox', { name: 'Select Person 00' }).press('Space')
    await page.getByRole('checkbox', { name: 'Select Person 02' }).press('Space')
    const chosen = (await save(/CSV/, page.getByRole('region', { name: '2 selected' }), 2)).trimEnd().split('\r\n')
    expect(chosen.slice(1).map((line) => line.split(',')[0])).toEqual(['uid-00', 'uid-02'])
  })

  await test.step('whom no page shows is selected together, or nobody when the selection or the search was changed before', async () => {
    await goWithin(page, '/projects/many-app/users')
    const selectPage = page.getByRole('checkbox', { name: 'Select all on this page' })
    const selectAll = page.getByRole('button', { name: 'Select all 52' })
    const search = page.getByRole('searchbox', { name: 'Search users' })

    await selectPage.press('Space')
    const cleared = await holdSlices(page)
    await selectAll.click()
    await cleared.asked
    await page.getByRole('button', { name: 'Clear selection', exact: true }).click()
    await search.fill('user07')
    await expect(rowsOf(page)).toHaveCount(2)
    await cleared.letGo()
    await expect(page.getByText(/ selected$/)).toHaveCount(0)
    await search.fill('')
    await expect(rowsOf(page)).toHaveCount(51)

    await selectPage.press('Space')
    const searched = await holdSlices(page)
    await selectAll.click()
    await searched.asked
    await search.fill('user07')
    await expect(rowsOf(page)).toHaveCount(2)
    await searched.letGo()
    await expect(page.getByText('50 selected')).toBeVisible()
    await search.fill('')

    // What a dialog asks about stays the same while more are selected behind it.
    const asked = await holdSlices(page)
    await selectAll.click()
    await asked.asked
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await asked.letGo()
    const dialog = page.getByRole('alertdialog', { name: 'Delete 50 users?' })
    await expect(page.getByText('52 selected')).toBeVisible()
    await dialog.getByLabel('Type 50 to go on').fill('50')
    await dialog.getByRole('button', { name: 'Delete 50 users' }).click()
    await expect(rowsOf(page)).toHaveCount(3)
  })
})

test('a viewer reads users and changes none', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const viewer = { email: 'vera@example.com', password: 'correct horse', role: 'viewer' } as const
  await ProjectOperator.addMember(world, viewer)
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  await administrator.call('POST', 'v1', 'accounts', { ...ada, displayName: 'Ada' })
  await openSignedIn(page, `${world.origin}/projects/demo-app/users`, viewer)
  await expect(page.getByText('Your role reads users.')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add user' })).toHaveCount(0)
  await page.getByRole('link', { name: ada.email }).click()
  await expect(page.getByRole('complementary', { name: 'Ada' }).getByText('1 of 1')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open the page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada')
  for (const name of ['Edit', 'Edit claims', 'Disable user', 'Delete user', 'Set a password']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expectAccessible(page)
})

/** Holds the answers with more users than a page shows. `letGo` ends when the page has got them. */
async function holdSlices(page: Page): Promise<{ readonly asked: Promise<void>; letGo(): Promise<void> }> {
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const got = Promise.withResolvers<void>()
  const address = /\/accounts:query/
  await page.route(address, async (route) => {
    if (!/"limit":500\b/.test(route.request().postData() ?? '')) return await route.continue()
    asked.resolve()
    await held.promise
    const answer = await route.fetch()
    await route.fulfill({ response: answer })
    got.resolve()
  })
  return {
    asked: asked.promise,
    letGo: async () => {
      held.resolve()
      await got.promise
      await page.unroute(address)
      await page.evaluate(async () => await new Promise((resolve) => setTimeout(resolve)))
    },
  }
}
