import { expect } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { collectComplaints, ConsoleWorld, expectAccessible } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

test('an owner looks after the apps of a project and their keys', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  await openSignedIn(page, `${world.origin}/projects/demo-app/settings?section=apps`)
  await test.step('a key is kept to websites, replaced, and the old one revoked; the console goes on with the new one', async () => {
    const keys = page.getByRole('table', { name: 'API keys of this project' })
    await keys.getByRole('button', { name: 'More for Web app' }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    const changing = page.getByRole('dialog', { name: 'Change the key Web app' })
    await changing.getByLabel('Websites').fill('shop.example.com')
    await changing.getByRole('button', { name: 'Save' }).click()
    await expect(changing.getByLabel('Websites')).toHaveAccessibleDescription(/is no website/)
    await expectAccessible(page)
    await changing.getByLabel('Websites').fill('https://shop.example.com\nhttps://*.example.net')
    await changing.getByRole('button', { name: 'Save' }).click()
    await expect(keys.getByText('2 websites')).toBeVisible()

    await keys.getByRole('button', { name: 'More for Web app' }).click()
    await page.getByRole('menuitem', { name: 'Replace' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replace the key Web app' }).click()
    const old = keys.getByRole('row').filter({ hasText: 'replaced' })
    await expect(old).toBeVisible()
    await old.getByRole('button', { name: 'More for Web app' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke the key Web app' }).click()
    await expect(keys.getByText('replaced')).toHaveCount(0)
    await page.reload()
    await expect(keys.getByText('2 websites')).toBeVisible()
  })

  await test.step('an app is added, its file taken, renamed and removed', async () => {
    const apps = page.getByRole('table', { name: 'Apps of this project' })
    await expect(apps.getByRole('row', { name: /Web app/ })).toBeVisible()

    await page.getByRole('button', { name: 'Add app' }).click()
    const adding = page.getByRole('dialog', { name: 'Add an app' })
    await adding.getByLabel('Name', { exact: true }).fill('Till')
    await adding.getByRole('button', { name: /Platform$/ }).click()
    await page.getByRole('option', { name: 'Android' }).click()
    await adding.getByLabel('Package name').fill('till')
    await adding.getByRole('button', { name: 'Add app' }).click()
    await expect(adding.getByLabel('Package name')).toHaveAccessibleDescription(/looks like com.example.shop/)
    await adding.getByLabel('Package name').fill('com.example.till')
    await adding.getByRole('button', { name: 'Add app' }).click()

    const config = page.getByRole('dialog', { name: 'Configure Till' })
    const downloading = page.waitForEvent('download')
    await config.getByRole('button', { name: 'Download google-services.json' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('google-services.json')
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
      project_info: { project_id: 'demo-app' },
      client: [{ client_info: { android_client_info: { package_name: 'com.example.till' } } }],
    })
    await expectAccessible(page)
    await config.getByRole('tab', { name: 'Flutter' }).click()
    await expect(config.getByText('messagingSenderId')).toBeVisible()
    await config.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'More for Till' }).first().click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const editing = page.getByRole('dialog', { name: 'Edit Till' })
    await editing.getByLabel('Name', { exact: true }).fill('Big till')
    await editing.getByRole('button', { name: 'Save' }).click()
    await expect(apps.getByRole('row', { name: /Big till/ })).toBeVisible()

    await apps.getByRole('button', { name: 'More for Big till' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Big till' }).click()
    await expect(apps.getByRole('row', { name: /Big till/ })).toHaveCount(0)

    await apps.getByRole('button', { name: 'More for Web app' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Web app' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('only web app')
  })
  expect(complaints.filter((one) => !/400/.test(one))).toEqual([])
})

test('members who are no owners see apps and keys, and nothing to change them by', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const editor = { email: 'ed@example.com', password: 'correct horse', role: 'editor' } as const
  await ProjectOperator.addMember(world, editor)
  await openSignedIn(page, `${world.origin}/projects/demo-app/settings?section=apps`, editor)
  await expect(page.getByRole('table', { name: 'API keys of this project' })).toBeVisible()
  await expect(page.getByText('Owners of the project add, change and remove its apps.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Configuration of Web app' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add app' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^More for/ })).toHaveCount(0)
})
