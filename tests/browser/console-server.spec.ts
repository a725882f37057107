import { expect, type Page } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { ConsoleAdministrator } from './console-administrator.ts'
import { collectComplaints, ConsoleWorld, expectAccessibleInBothThemes, owner } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { test } from './test.ts'

const vera = { email: 'vera@example.com', password: 'a horse of Vera' }
const secret = 'c2VjcmV0LXRoYXQtbm9ib2R5LW1heS1yZWFkISEhISE'

function fact(page: Page, card: string, name: string) {
  return page
    .getByRole('region', { name: card, exact: true })
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition')
}

test('the owner of the server reads how it is set up and disables accounts; whoever does not own it is told so', async ({
  page,
  browser,
}) => {
  await using world = await ConsoleWorld.withOwner({ HEARTH_BACKUP_TIME: '03:30', HEARTH_SECRETS_KEY: secret })
  const complaints = collectComplaints(page)
  const account = await ConsoleAccount.signUp(world, vera.email, vera.password)
  await openSignedIn(page, `${world.origin}/projects`)
  await test.step('how it is set up is read by the keyboard from the account menu on', async () => {
    await page.getByRole('button', { name: /^Account of/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Server' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${world.origin}/server`)

    await expect(page.getByRole('heading', { level: 1, name: 'Server' })).toBeVisible()
    await expect(fact(page, 'This server', 'Runs as')).toHaveText('hearth start for production')
    await expect(fact(page, 'This server', 'Clock')).toHaveText('Right')
    await expect(fact(page, 'This server', 'On this machine')).toHaveText(world.origin)
    await expect(fact(page, 'Storage', 'Data folder')).toContainText(world.server.dataFolder.slice(-12))
    await expect(fact(page, 'Storage', 'Documents and records')).toHaveText(/^[\d.,]+ [KM]iB$/)
    await expect(page.getByRole('meter', { name: 'Disk of the data folder' })).toBeVisible()
    await expect(fact(page, 'Backups', 'Next nightly ones')).toContainText(/3:30/)
    await expect(page.getByRole('row', { name: /Demo app/ })).toContainText('None yet')

    const settings = page.getByRole('region', { name: 'Settings', exact: true })
    const setting = (name: string) => settings.getByRole('listitem').filter({ hasText: name })
    await expect(setting('HEARTH_BACKUP_TIME')).toContainText('03:30From the environmentWhen nightly backups are made')
    await expect(setting('HEARTH_UPLOAD_LIMIT')).toContainText('5368709120 (5 GiB)Default')
    await expect(setting('HEARTH_SECRETS_KEY')).toContainText('Set, not shown')
    await expect(page.locator('body')).not.toContainText(secret)
    await expectAccessibleInBothThemes(page)

    await settings.getByRole('radio', { name: 'Set' }).check({ force: true })
    await expect(page).toHaveURL(/\/server\?settings=made$/)
    await expect(setting('HEARTH_UPLOAD_LIMIT')).toHaveCount(0)
    await page.reload()
    await expect(setting('HEARTH_BACKUP_TIME')).toBeVisible()
    await expect(setting('HEARTH_UPLOAD_LIMIT')).toHaveCount(0)

    await page.getByRole('link', { name: 'Backups of demo-app' }).click()
    await expect(page).toHaveURL(/\/projects\/demo-app\/settings\?section=backups$/)
    await page.goBack()
    await page.getByRole('link', { name: 'Create, disable or delete them' }).click()
    await expect(page).toHaveURL(/\/projects\/console\/users$/)
    await expect(page.getByRole('row', { name: /Olga Berg/ })).toBeVisible()
  })
  await test.step('a failure is said, and the server asked again', async () => {
    await page.route('**/hearth/v1/server', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(`${world.origin}/server`)
    await expect(page.getByText('Couldn’t ask how the server is set up')).toBeVisible()
    await page.unroute('**/hearth/v1/server')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(fact(page, 'This server', 'Runs as')).toBeVisible()
  })
  await using context = await browser.newContext()
  const theirs = await context.newPage()
  await test.step('whoever does not own the server finds no way there, and is told so by a link that leads there', async () => {
    expect((await account.call('GET', '/server')).status).toBe(403)
    const asked: string[] = []
    theirs.on('request', (request) => {
      if (request.url().endsWith('/hearth/v1/server')) asked.push(request.url())
    })
    await openSignedIn(theirs, `${world.origin}/server`, vera)
    await expect(
      theirs.getByRole('heading', { level: 1, name: 'This page is for the owner of the server' }),
    ).toBeVisible()
    await expectAccessibleInBothThemes(theirs)
    await theirs.getByRole('button', { name: /^Account of/ }).click()
    await expect(theirs.getByRole('menuitem', { name: 'Account' })).toBeVisible()
    await expect(theirs.getByRole('menuitem', { name: 'Server' })).toHaveCount(0)
    await theirs.keyboard.press('Escape')
    await theirs.keyboard.press('Control+k')
    await theirs.getByRole('combobox', { name: 'Search, or go to a path' }).fill('server')
    await expect(theirs.getByRole('option', { name: 'Server', exact: true })).toHaveCount(0)
    await theirs.keyboard.press('Escape')
    await theirs.getByRole('link', { name: 'Go to your projects' }).click()
    await expect(theirs).toHaveURL(`${world.origin}/projects`)
    expect(asked).toEqual([])
  })
  await test.step('the owner disables accounts of the console, and can’t take the only way in', async () => {
    const administrator = await ConsoleAdministrator.enter(world)
    const [own, others] = await Promise.all([administrator.uidOf(owner.email), administrator.uidOf(vera.email)])
    await page.goto(`${world.origin}/projects/console/users/${own}`)
    await page.getByRole('button', { name: 'Disable user' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable user' }).click()
    await expect(page.getByText('This is the only account that runs the server.')).toBeVisible()

    await page.goto(`${world.origin}/projects/console/users/${others}`)
    await page.getByRole('button', { name: 'Disable user' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable user' }).click()
    await expect(page.getByRole('button', { name: 'Enable user' })).toBeVisible()
    await expect(ConsoleAccount.signIn(world, vera.email, vera.password)).rejects.toThrow(/USER_DISABLED/)
  })
  expect(complaints).toEqual([])
})
