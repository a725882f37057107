import { expect, type Page } from '@playwright/test'
import { BackupCalls } from '../../apps/server/src/testing/backup-calls.ts'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { setTeam } from '../../apps/server/src/testing/set-team.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { collectComplaints, expectAccessible, owner } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { takesPictures } from './takes-pictures.ts'
import { test } from './test.ts'

const project = 'shop-app'
const section = `/projects/${project}/settings?section=backups`

/** axe in both themes; pictures at a phone's, a tablet's and a desk's width where they are wanted. */
async function expectGoodLooks(page: Page, take: (name: string) => string, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of takesPictures ? [375, 1024, 1440] : [1440]) {
      await page.setViewportSize({ width, height: 900 })
      if (takesPictures) await page.screenshot({ path: take(`${name}-${colorScheme}-${width}.png`) })
    }
    await expectAccessible(page, { coloursAlone: colorScheme === 'light' })
  }
}

test('an owner backs a project up, restores it under an open page, and deletes a backup', async ({
  page,
}, testInfo) => {
  const take = (name: string) => testInfo.outputPath(name)
  let aheadMs = 0
  const settings = { HEARTH_SIGN_UP: 'anyone' } as const
  await using server = await TestServer.start({ settings, clock: { nowMs: () => Date.now() + aheadMs } })
  const account = await ConsoleAccount.claim(server, owner.email, owner.password)
  await account.createProject(project)
  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  await setTeam(server, project, account, { [nina.uid]: 'editor' })
  const token = await account.operatorToken(project)
  const write = async (text: string) => {
    const address = `${server.origin}/v1/projects/${project}/databases/(default)/documents/orders/first`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ fields: { state: { stringValue: text } } })
    expect((await fetch(address, { method: 'PATCH', headers, body })).status).toBe(200)
  }
  await write('as it was')
  const complaints = collectComplaints(page)

  await openSignedIn(page, server.origin + section)
  await expect(page.getByText('No backups yet')).toBeVisible()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByText('Backup made and verified')).toBeVisible()
  const list = page.getByRole('table', { name: 'Backups, the newest first' })
  await expect(list.getByRole('row', { name: /Manual/ })).toContainText('Verified')

  // Another page watches the document meanwhile.
  const watching = await page.context().newPage()
  await watching.goto(`${server.origin}/projects/${project}/data/orders/first`)
  await expect(watching.getByText('as it was').first()).toBeVisible()
  await write('as it became')
  await expect(watching.getByText('as it became').first()).toBeVisible()

  aheadMs = 6 * 60_000
  await list.getByRole('button', { name: /^Actions for the backup/ }).click()
  await page.getByRole('menuitem', { name: 'Restore…' }).click()
  const dialog = page.getByRole('alertdialog', { name: /^Restore the backup of/ })
  await dialog.getByRole('button', { name: `Restore ${project}` }).click()
  await expect(dialog.getByText('That is not the project’s id.')).toBeVisible()
  await expect(dialog.getByText(/^Accounts that were deleted since come back disabled/)).toBeVisible()
  await expectGoodLooks(page, take, 'restore')
  await expect(dialog.getByText(/^Ticked, this opens again what somebody closed since/)).toBeVisible()
  const exactly = dialog.getByRole('checkbox', { name: /^Exactly as it was/ })
  await exactly.focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('heading', { name: 'Open again, as it was then' })).toBeVisible()
  if (takesPictures) await page.screenshot({ path: take('restore-exactly.png') })
  await page.keyboard.press('Space')
  await expect(dialog.getByText(/^Accounts that were deleted since come back disabled/)).toBeVisible()
  await dialog.getByLabel(`Type ${project} to restore it`).fill(project)
  await dialog.getByRole('button', { name: `Restore ${project}` }).click()
  await page.getByLabel('Your password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(
    page.getByText(/^Documents and files are as they were at .* Accounts that were deleted since are disabled/),
  ).toBeVisible()
  await expect(page.getByText(/^The project is as it was at/)).toHaveCount(0)
  await expect(list.getByRole('row', { name: /Before a restore/ })).toBeVisible()
  await expect(watching.getByText('as it was').first()).toBeVisible()
  await expect(watching.getByText('as it became')).toHaveCount(0)

  await list
    .getByRole('row', { name: /Manual/ })
    .getByRole('button')
    .click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete backup of/ })
    .click()
  await expect(list.getByRole('row', { name: /Manual/ })).toHaveCount(0)
  const deleted = page.getByRole('region', { name: 'Deleted backups' })
  await expect(deleted.getByText(/gone for good in 3 days/)).toBeVisible()
  await expectGoodLooks(page, take, 'deleted')
  await deleted.getByRole('button', { name: /^Take back/ }).focus()
  await page.keyboard.press('Enter')
  await expect(list.getByRole('row', { name: /Manual/ })).toBeVisible()
  await expect(deleted).toHaveCount(0)
  await list
    .getByRole('row', { name: /Manual/ })
    .getByRole('button')
    .click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete backup of/ })
    .click()
  await deleted.getByRole('button', { name: /^Delete now/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText(/is gone for good$/)).toBeVisible()
  await expect(deleted).toHaveCount(0)
  expect((await new BackupCalls(account, project).list().catch(() => undefined))?.backups).toHaveLength(1)
  expect(complaints).toEqual([])

  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page.getByText(/, verified$/)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Backups' }).click()
  await expect(list).toBeVisible()
  const other = await (await page.context().browser()?.newContext())?.newPage()
  if (other === undefined) throw new Error('no other browser')
  await openSignedIn(other, server.origin + section, { email: 'nina@example.com', password: 'correct horse' })
  await expect(other.getByText('Owners of the project make, restore and delete its backups.')).toBeVisible()
})
