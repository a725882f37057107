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

/** One red pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

test('an owner makes a service key, and gives a project a name and an icon', async ({ page }, testInfo) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  await openSignedIn(page, `${world.origin}/projects/demo-app`)
  await test.step('a service key is made, kept as a file and revoked, in both themes', async () => {
    const connect = page.getByRole('listitem').filter({ hasText: 'Connect your app' })
    await connect.getByRole('button', { name: 'Open' }).click()
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
  })
  await test.step('an address of a section as a page of its own leads to the section', async () => {
    await page.goto(`${world.origin}/projects/demo-app/settings/backups`)
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app/settings?section=backups`)
    await page.goto(`${world.origin}/projects/demo-app/settings/nothing`)
    await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
    await page.goto(`${world.origin}/projects/demo-app/settings/general`)
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app/settings`)
  })
  await test.step('the project has another name', async () => {
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Orchard')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Name saved')).toBeVisible()
    await expect(page.getByRole('button', { name: /Switch project/ })).toContainText('Orchard')
  })
  await test.step('the project has an icon, which stands beside its name, and is taken off', async () => {
    const choose = async (name: string, buffer: Buffer, button: string) => {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: button }).click()
      await (await choosing).setFiles([{ name, mimeType: 'image/png', buffer }])
    }
    await choose('script.png', Buffer.from('<svg onload="alert(1)">'), 'Choose icon')
    await expect(page.getByText(/This is not a PNG/)).toBeVisible()
    await choose('icon.png', pixel, 'Choose icon')
    await expect(page.getByText('Icon saved')).toBeVisible()
    await expect(page.getByRole('button', { name: /Switch project/ }).locator('img')).toBeVisible()
    await page.getByRole('button', { name: 'Remove icon' }).click()
    await expect(page.getByText('Icon removed')).toBeVisible()
    await expect(page.getByRole('button', { name: /Switch project/ }).locator('img')).toHaveCount(0)
  })
  expect(complaints).toEqual([])
})

test('the server asks who it is before a way to sign in changes or a key is made, where it finds the sign-in too old', async ({
  page,
}) => {
  let aheadMs = 0
  const settings = { HEARTH_SIGN_UP: 'anyone' } as const
  await using server = await TestServer.start({ settings, clock: { nowMs: () => Date.now() + aheadMs } })
  const account = await ConsoleAccount.claim(server, owner.email, owner.password)
  await account.createProject('shop-app')
  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  await setTeam(server, 'shop-app', account, { [nina.uid]: 'owner' })
  await nina.call('POST', '/projects/shop-app/service-keys', { name: 'Printer' })
  await setTeam(server, 'shop-app', account, {})
  await openSignedIn(page, `${server.origin}/projects/shop-app/settings?section=sign-in`)
  await test.step('a way to sign in', async () => {
    const anonymous = page.getByRole('switch', { name: 'Anonymous' })
    await expect(anonymous).not.toBeChecked()
    aheadMs = 6 * 60_000
    await page.getByText('Anonymous', { exact: true }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(anonymous).not.toBeChecked()
    await page.getByText('Anonymous', { exact: true }).click()
    await confirm.getByLabel('Your password').fill(owner.password)
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('On: Anonymous')).toBeVisible()
    await expect(anonymous).toBeChecked()
    // The session that was confirmed took the place of the one before.
    const listed = await (await account.call('GET', '/account/sessions')).json()
    expect((listed as { sessions: unknown[] }).sessions).toHaveLength(2)
  })
  await test.step('a key, in a list that says whose maker has left', async () => {
    await page.getByRole('tab', { name: 'Apps and keys' }).click()
    const keys = page.getByRole('table', { name: 'Service keys of this project' })
    await expect(keys.getByRole('row', { name: /Printer/ })).toContainText('No longer in the project')
    aheadMs = 12 * 60_000
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
})

test('an editor reads the settings of a project, changes none that are its owners’, and is told whom to ask', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const editor = { email: 'ed@example.com', password: 'correct horse', role: 'editor' } as const
  await ProjectOperator.addMember(world, editor)
  const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
  const counted = { timeZone: 'Pacific/Kiritimati' }
  expect((await account.call('PATCH', '/projects/demo-app/analytics/settings', counted)).ok).toBe(true)
  await openSignedIn(page, `${world.origin}/projects/demo-app/settings`, editor)
  const main = page.getByRole('main')

  await test.step('the name, and no way to delete the project', async () => {
    await expect(page.getByText('Owners of the project can change its name.')).toBeVisible()
    await expect(main.getByText('Demo app', { exact: true })).toBeVisible()
    await expect(page.getByText('Danger zone')).toHaveCount(0)
  })
  await test.step('how people sign in', async () => {
    await page.getByRole('tab', { name: 'Sign-in' }).click()
    await expect(page.getByText('Owners of the project change this.')).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Anonymous' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add provider' })).toHaveCount(0)
  })
  await test.step('no service keys', async () => {
    await page.getByRole('tab', { name: 'Apps and keys' }).click()
    await expect(page.getByText('Owners of the project make and revoke its service keys.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create key' })).toHaveCount(0)
  })
  await test.step('how events are counted, and no secret', async () => {
    await page.getByRole('tab', { name: 'Analytics' }).click()
    await expect(page.getByRole('button', { name: /Keep for/ })).toBeDisabled()
    await expect(page.getByRole('region', { name: 'How long events are kept', exact: true })).toContainText(
      'Owners of the project can change this.',
    )
    await expect(page.getByText('Pacific/Kiritimati')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveCount(0)
    await expect(page.getByText('Owners of the project make and revoke its API secrets.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create secret' })).toHaveCount(0)
  })
  await test.step('no audit log and no webhooks, which are not offered; their addresses answer all the same', async () => {
    await expect(page.getByRole('tab', { name: 'Audit log' })).toHaveCount(0)
    await expect(page.getByRole('tab', { name: 'Webhooks' })).toHaveCount(0)
    await page.goto(`${world.origin}/projects/demo-app/settings?section=audit`)
    await expect(page.getByText('Owners of the project read its audit log.')).toBeVisible()
    await page.goto(`${world.origin}/projects/demo-app/settings?section=webhooks`)
    await expect(page.getByText('Owners of the project read and change its webhooks.')).toBeVisible()
  })
})
