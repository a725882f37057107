import { readFile } from 'node:fs/promises'
import { expect, type Locator } from '@playwright/test'
import { ConsoleAdministrator } from './console-administrator.ts'
import { ConsoleWorld, expectAccessible, expectAccessibleInBothThemes, owner } from './console-world.ts'
import { createProjects } from './create-projects.ts'
import { refusal } from './files-screen.ts'
import { goWithin } from './go-within.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ada, addUsers, openUsers, rowsOf, signInAsUser, signInStatus } from './users-screen.ts'
import { test } from './test.ts'

const update = /accounts:update$/

test('users are changed as a job', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await createProjects(world, 'failing-app', 'moment-app')
  await openSignedIn(page, `${world.origin}/projects`)
  await test.step('a change of many users goes on wherever one goes, and is cancelled anywhere', async () => {
    const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
    await addUsers(administrator, 110)
    await goWithin(page, '/projects/demo-app/users?sort=email')
    const held = Promise.withResolvers<void>()
    let changes = 0
    await page.route(update, async (route) => {
      if (++changes > 100) await held.promise
      await route.continue()
    })
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
    await page.getByRole('button', { name: 'Select all 110' }).click()
    await expect(page.getByText('110 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable 110 users' }).click()
    const job = page.getByRole('article', { name: 'Disabling of users · 110 users' })
    await expect(job).toContainText('100 of 110 users')
    await expect(page.getByText('110 selected')).toHaveCount(0)
    await expect(rowsOf(page).getByText('disabled', { exact: true }).filter({ visible: true })).not.toHaveCount(0)
    await expectAccessibleInBothThemes(page)

    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expect(page).toHaveURL(/\/projects\/demo-app\/?$/)
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await expect(job).toContainText('100 of 110 users')
    await job.getByRole('button', { name: /^Cancel / }).press('Enter')
    held.resolve()
    await expect(job).toContainText('cancelled')
    // What was on its way is counted.
    await expect(job).toContainText(`${changes} of 110 users`)
    expect(changes).toBeLessThan(110)
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('button', { name: /State/ }).click()
    await page.getByRole('option', { name: 'disabled' }).click()
    await expect(page.getByText(`${changes} users match`)).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('users who couldn’t be changed are named, and those alone are tried again', async () => {
    const administrator = await ConsoleAdministrator.enter(world, 'failing-app')
    await addUsers(administrator, 4)
    await goWithin(page, '/projects/failing-app/users?sort=email')
    const asked: string[] = []
    let isRefusing = true
    await page.route(update, async (route) => {
      const { localId } = route.request().postDataJSON() as { localId: string }
      asked.push(localId)
      if (isRefusing && localId === 'uid-02') await route.fulfill(refusal(400))
      else await route.continue()
    })
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
    // One of them is gone by the time.
    await administrator.call('POST', 'v1', 'accounts:delete', { localId: 'uid-03' })
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable 4 users' }).click()

    const job = page.getByRole('article', { name: 'Disabling of users · 4 users' })
    await expect(job).toContainText('2 disabled')
    await expect(job).toContainText('2 failed')
    await job.getByText('2 users couldn’t be done').click()
    const problems = job.getByRole('list', { name: 'What couldn’t be done' })
    await expect(problems).toContainText('user02@example.com: ')
    await expect(problems).toContainText('uid-03: This user isn’t there any more.')
    await expectAccessible(page)

    isRefusing = false
    asked.length = 0
    await job.getByRole('button', { name: /^Try these again/ }).press('Enter')
    await expect(job).toContainText('3 disabled')
    await expect(job).toContainText('1 failed')
    expect(asked.toSorted()).toEqual(['uid-02', 'uid-03'])
    await expect(rowsOf(page).getByText('disabled', { exact: true }).filter({ visible: true })).toHaveCount(3)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('users who are signed out together are so from one moment on', async () => {
    await addUsers(await ConsoleAdministrator.enter(world, 'moment-app'), 4)
    await goWithin(page, '/projects/moment-app/users')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    // Every answer has another time.
    let time = Date.now()
    await page.route('**/healthz', async (route) => {
      const response = await route.fetch()
      time -= 10_000
      await route.fulfill({ response, headers: { ...response.headers(), date: new Date(time).toUTCString() } })
    })
    const moments: unknown[] = []
    await page.route(update, async (route) => {
      const { validSince } = route.request().postDataJSON() as { validSince: unknown }
      moments.push(validSince)
      await route.continue()
    })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out 4 users' }).click()
    await expect(page.getByText('Sign-out of users is done')).toBeVisible()
    expect(moments).toHaveLength(4)
    expect(new Set(moments).size).toBe(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test('users are signed out, exported and deleted as a job', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await createProjects(world, 'sign-out-app', 'everybody-app', 'deletion-app')
  await openSignedIn(page, `${world.origin}/projects`)
  await test.step('users are signed out everywhere together, and can sign in again', async () => {
    const administrator = await ConsoleAdministrator.enter(world, 'sign-out-app')
    await administrator.call('POST', 'v1', 'accounts', ada)
    const { refreshToken = '' } = await signInAsUser(world, administrator, ada.email, ada.password)
    const refresh = () =>
      fetch(`${world.origin}/v1/token?key=${administrator.apiKey}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
      })
    expect((await refresh()).status).toBe(200)
    await goWithin(page, '/projects/sign-out-app/users')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    // The server's clock is asked for first, and gives no answer at once.
    let asked = 0
    await page.route('**/healthz', (route) => (++asked < 3 ? route.abort() : route.continue()))
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out 1 user' }).click()
    await expect.poll(async () => (await refresh()).status).toBe(400)
    expect(await signInStatus(world, administrator, ada.password)).toBe('')
    expect(asked).toBeGreaterThan(2)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('an export has everybody, however many, and one of a filter says when it didn’t look at all', async () => {
    await addUsers(await ConsoleAdministrator.enter(world, 'everybody-app'), 7)
    // As if a search looked through five users, and a list gave three at once.
    await page.route(/accounts:query$/, async (route) => {
      const response = await route.fetch()
      const found = (await response.json()) as { userInfo?: { localId: string }[] }
      const userInfo = found.userInfo?.filter(({ localId }) => localId < 'uid-05') ?? []
      const json = { ...found, userInfo, recordsCount: String(userInfo.length), isPartial: true }
      await route.fulfill({ response, json })
    })
    let pages = 0
    await page.route(/accounts:batchGet/, async (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('maxResults', '3')
      // One answer is lost.
      if (++pages === 2) await route.abort()
      else await route.continue({ url: url.href })
    })
    await goWithin(page, '/projects/everybody-app/users')
    const save = async (job: Locator): Promise<readonly string[]> => {
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByRole('menuitem', { name: /JSON/ }).click()
      const saved = page.waitForEvent('download')
      await job.getByRole('button', { name: /^Download/ }).click()
      const text = await readFile(await (await saved).path(), 'utf8')
      return (JSON.parse(text) as { users: { localId: string }[] }).users.map(({ localId }) => localId)
    }
    const everybody = page.getByRole('article', { name: 'Export of users · All users' })
    expect(await save(everybody)).toEqual(Array.from({ length: 7 }, (_, at) => `uid-0${at}`))
    await expect(everybody).toContainText('7 users')
    await expect(everybody).not.toContainText('may be missing')

    await goWithin(page, '/projects/everybody-app/users?state=verified&sort=uid')
    const fitting = page.getByRole('article', { name: 'Export of users · 3 users' })
    expect(await save(fitting)).toEqual(['uid-00', 'uid-02', 'uid-04'])
    await expect(page.getByText(/^everybody-app-users\.json is ready\. .* may be missing from this file/)).toBeVisible()
    await expect(fitting).toContainText('some who fit may be missing from this file')
    await expectAccessibleInBothThemes(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('a deletion that the server wants to know more for asks who it is, and goes on with those who are left', async () => {
    await addUsers(await ConsoleAdministrator.enter(world, 'deletion-app'), 120)
    await goWithin(page, '/projects/deletion-app/users?sort=email')
    let deletions = 0
    await page.route(/accounts:batchDelete$/, async (route) => {
      if (++deletions !== 2) return await route.continue()
      await route.fulfill({
        status: 400,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code: 400, message: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN', errors: [] } }),
      })
    })
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
    await page.getByRole('button', { name: 'Select all 120' }).click()
    await expect(page.getByText('120 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('textbox').fill('120')
    await page.keyboard.press('Enter')
    const job = page.getByRole('article', { name: 'Deletion of users · 120 users' })
    await expect(job).toContainText('failed')
    await expect(job).toContainText('100 of 120 users')
    await expect(page.getByText(/^20 users · /)).toBeVisible()
    await job.getByRole('button', { name: /^Go on with/ }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await confirm.getByLabel('Your password').fill(owner.password)
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Deletion of users is done')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No users yet' })).toBeVisible()
    expect(deletions).toBe(3)
  })
})

test('the undo of disabling enables those alone who were not disabled before, and asks who it is', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  await addUsers(administrator, 5)
  const disable = (localId: string) =>
    administrator.call('POST', 'v1', 'accounts:update', { localId, disableUser: true })
  await disable('uid-01')
  await page.clock.install()
  await openUsers(page, world, '?sort=email')
  const disabled = rowsOf(page).getByText('disabled', { exact: true }).filter({ visible: true })
  await expect(disabled).toHaveCount(1)
  // The answer about one takes long, and is lost.
  const held = Promise.withResolvers<void>()
  let isLost = false
  await page.route(update, async (route) => {
    const { localId } = route.request().postDataJSON() as { localId: string }
    if (localId !== 'uid-02' || isLost) return await route.continue()
    isLost = true
    await route.fetch()
    await held.promise
    await route.abort()
  })
  await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable 5 users' }).click()
  const job = page.getByRole('article', { name: 'Disabling of users · 5 users' })
  await expect(job).toBeVisible()
  await page.clock.fastForward('06:00')
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  held.resolve()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Disabling of users is done: 4 disabled' })
    .getByRole('button', { name: 'Undo' })
    .click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(disabled).toHaveCount(5)
  await expect(job).toContainText('4 disabled')
  await expect(job).toContainText('1 kept as they were')
  await expectAccessible(page)
  await job.getByRole('button', { name: /^Undo / }).press('Enter')
  await confirm.getByLabel('Your password').fill(owner.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Enabling of users is done: 4 enabled')).toBeVisible()
  await expect(disabled).toHaveCount(1)
  await expect(rowsOf(page).filter({ hasText: 'user01@' }).getByText('disabled', { exact: true })).not.toHaveCount(0)

  // The way back has one, too.
  await page
    .getByRole('article', { name: 'Enabling of users · 4 users' })
    .getByRole('button', { name: /^Undo / })
    .click()
  await expect(disabled).toHaveCount(5)
})
