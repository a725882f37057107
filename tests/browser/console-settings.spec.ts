import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { setTeam } from '../../apps/server/src/testing/set-team.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { collectComplaints, ConsoleWorld, expectAccessibleInBothThemes, owner } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { takesPictures } from './takes-pictures.ts'
import { test } from './test.ts'

test('an owner makes a service key, keeps its file and revokes it, in both themes', async ({ page }, testInfo) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  await openSignedIn(page, `${world.origin}/projects/demo-app`)
  await page.getByRole('tab', { name: 'Admin (Node)' }).click()
  const snippet = page.getByRole('tabpanel', { name: 'Admin (Node)' })
  await expect(snippet).toContainText("from '@hearth/client/admin'")
  await expect(snippet).toContainText(`origin: '${world.origin}'`)
  await snippet.getByText('Documents alone, without the helper').click()
  await expect(snippet.getByText("from 'firebase-admin/firestore'").first()).toBeVisible()
  await page.getByRole('link', { name: 'Go to settings' }).click()

  await expect(page.getByText('No service keys yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create key' }).click()
  const asking = page.getByRole('dialog', { name: 'Create a service key' })
  await asking.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Give the key a name.')).toBeVisible()
  await asking.getByRole('textbox', { name: 'Name' }).fill('Till')
  await asking.getByRole('checkbox', { name: /^Keys/ }).focus()
  await page.keyboard.press('Space')
  for (const colorScheme of takesPictures ? (['dark', 'light'] as const) : []) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: testInfo.outputPath(`scopes-${colorScheme}.png`) })
  }
  await expectAccessibleInBothThemes(page)
  await asking.getByRole('button', { name: 'Create key' }).click()

  const dialog = page.getByRole('alertdialog', { name: 'Keep the key file now' })
  await expect(dialog.getByText(/By its scopes they may also/)).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText([/^Make and revoke service keys/])
  await page.keyboard.press('Escape')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download key file' }).click()
  const file = await downloading.then(async (download) => await readFile(await download.path(), 'utf8'))
  const key = JSON.parse(file) as { private_key_id: string; project_id: string; private_key: string }
  expect(key.project_id).toBe('demo-app')
  expect(key.private_key).toContain('PRIVATE KEY')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await expect(page.getByText('PRIVATE KEY')).toHaveCount(0)

  const keys = page.getByRole('table', { name: 'Service keys of this project' })
  await expect(keys.getByRole('row', { name: /Till/ })).toContainText('Keys')
  await expectAccessibleInBothThemes(page)
  await keys.getByRole('button', { name: 'Revoke Till' }).click()
  await page.getByRole('alertdialog', { name: 'Revoke Till?' }).getByRole('button', { name: 'Revoke Till' }).click()
  await expect(page.getByText('No service keys yet')).toBeVisible()
  const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
  const again = await account.call('DELETE', `/projects/demo-app/service-keys/${key.private_key_id}`)
  expect(again.status).toBe(404)
  expect(complaints).toEqual([])
})

test('a key is made after the sign-in that the server asks for, and says that its maker has left', async ({ page }) => {
  let aheadMs = 0
  const settings = { HEARTH_SIGN_UP: 'anyone' } as const
  await using server = await TestServer.start({ settings, clock: { nowMs: () => Date.now() + aheadMs } })
  const account = await ConsoleAccount.claim(server, owner.email, owner.password)
  await account.createProject('shop-app')
  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  await setTeam(server, 'shop-app', account, { [nina.uid]: 'owner' })
  await nina.call('POST', '/projects/shop-app/service-keys', { name: 'Printer' })
  await setTeam(server, 'shop-app', account, {})
  await openSignedIn(page, `${server.origin}/projects/shop-app/settings?section=apps`)
  const keys = page.getByRole('table', { name: 'Service keys of this project' })
  await expect(keys.getByRole('row', { name: /Printer/ })).toContainText('No longer in the project')
  aheadMs = 6 * 60_000
  await page.getByRole('button', { name: 'Create key' }).click()
  const asking = page.getByRole('dialog', { name: 'Create a service key' })
  await asking.getByRole('textbox', { name: 'Name' }).fill('Till')
  await asking.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('Your password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/It has no scopes: nothing else/)).toBeVisible()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await expect(keys.getByRole('row', { name: /Till/ })).toContainText(owner.email)
})

test('an owner renames a project; an editor reads its name and sees no keys', async ({ page, browser }) => {
  await using world = await ConsoleWorld.withOwner()
  const editor = { email: 'ed@example.com', password: 'correct horse', role: 'editor' } as const
  await ProjectOperator.addMember(world, editor)
  await openSignedIn(page, `${world.origin}/projects/demo-app/settings`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Orchard')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Name saved')).toBeVisible()
  await expect(page.getByRole('button', { name: /Switch project/ })).toContainText('Orchard')

  const other = await (await browser.newContext()).newPage()
  await openSignedIn(other, `${world.origin}/projects/demo-app/settings`, editor)
  await expect(other.getByText('Owners of the project can change its name.')).toBeVisible()
  await expect(other.getByRole('main').getByText('Orchard')).toBeVisible()
  await other.getByRole('tab', { name: 'Apps and keys' }).click()
  await expect(other.getByText('Owners of the project make and revoke its service keys.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Create key' })).toHaveCount(0)
})

test('an address of a section as a page of its own leads to the section', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await openSignedIn(page, `${world.origin}/projects/demo-app/settings/backups`)
  await expect(page).toHaveURL(`${world.origin}/projects/demo-app/settings?section=backups`)
  await page.goto(`${world.origin}/projects/demo-app/settings/general`)
  await expect(page).toHaveURL(`${world.origin}/projects/demo-app/settings`)
  await page.goto(`${world.origin}/projects/demo-app/settings/nothing`)
  await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
})
