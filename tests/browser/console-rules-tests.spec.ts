import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { collectComplaints, ConsoleWorld, expectAccessible, owner } from './console-world.ts'
import { ProjectOperator } from './project-operator.ts'
import { documentRules, RulesScreen } from './rules-screen.ts'
import { test } from './test.ts'

const staffOnly = documentRules(`    match /orders/{order} {
      allow get: if exists(/databases/$(database)/documents/staff/$(request.auth.uid))
        && resource.data.total is float;
    }`)

test('rules have tests', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  const screen = await RulesScreen.open(page, world)
  await test.step('what was tried is saved as a test, fails when the rules change, and warns before they are published', async () => {
    await screen.write(staffOnly)
    await page.getByLabel('Path of the document').fill('orders/one')
    await page.getByText('User', { exact: true }).click()
    await page.getByLabel('User id').fill('ada')
    await page.getByLabel('Document before').fill('{"total": 3.0}')
    await page.getByText('Time and other documents').click()
    await page.getByLabel('Other documents').fill('{"staff/ada": {"since": 2024}}')
    await page.getByRole('button', { name: 'Try', exact: true }).click()
    await expect(page.getByText(/grants it\./)).toBeVisible()
    await page.getByRole('button', { name: 'Save as a test' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByLabel('Name').fill('')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Give the test a name.')).toBeVisible()
    await page.getByRole('dialog').getByLabel('Name').fill('Staff read orders')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('Opened: Staff read orders')).toBeVisible()

    await page.getByRole('tab', { name: 'Tests' }).click()
    const saved = page.getByRole('list', { name: 'Saved tests' }).getByRole('listitem')
    await expect(saved).toHaveText([/Staff read orders.*Passes.*get orders\/one as ada must be allowed/])
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const suite = JSON.parse(await readFile(await (await download).path(), 'utf8')) as { testCases: object[] }
    expect(suite.testCases).toMatchObject([
      { name: 'Staff read orders', expectation: 'ALLOW', resource: { fields: { total: { doubleValue: 3 } } } },
    ])

    await screen.write(staffOnly.replace('is float', 'is int'))
    await expect(saved).toHaveText([/Fails.*Denied, last by line 5/])
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Publish / })
    await expect(dialog.getByText('The saved test fails under these rules:')).toBeVisible()
    await expect(dialog.getByText('Staff read orders')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Publish anyway' }).click()
    await expect(page.getByText('As published')).toBeVisible()
  })

  await test.step('aborted: a saved test is opened, changed and deleted, and a change by somebody else is not run over', async () => {
    await page.getByRole('button', { name: 'Delete the test Staff read orders' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('tab', { name: 'Try', exact: true }).click()
    await page.getByRole('button', { name: 'Close the test' }).click()
    await page.getByLabel('Path of the document').fill('orders/one')
    await page.getByRole('button', { name: 'Try', exact: true }).click()
    await page.getByRole('button', { name: 'Save as a test' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Close the test' }).click()
    await expect(page.getByLabel('Path of the document')).toHaveValue('')

    await page.getByRole('tab', { name: 'Tests' }).click()
    await page.getByRole('button', { name: 'Open Visitors may not get orders/one in the simulator' }).click()
    await expect(page.getByLabel('Path of the document')).toHaveValue('orders/one')
    await page.getByLabel('Path of the document').fill('orders/two')
    await page.getByRole('button', { name: 'Try', exact: true }).click()
    await page.getByRole('button', { name: 'Save as a test' }).click()
    await changeTests(world)
    await page.getByRole('dialog').getByLabel('Name').fill('Two')
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Somebody changed this test since you opened it.')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Save as another test' }).click()

    await page.getByRole('tab', { name: 'Tests' }).click()
    const saved = page.getByRole('list', { name: 'Saved tests' }).getByRole('listitem')
    await expect(saved).toHaveText([/get orders\/one/, /Two/])
    await page.getByRole('button', { name: 'Delete the test Two' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(saved).toHaveText([/get orders\/one/])
  })
  expect(complaints).toEqual([])
})

test('a viewer reads rules, tries them, sees what their tests say, and changes nothing', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const viewer = { email: 'vera@example.com', password: 'correct horse', role: 'viewer' } as const
  await ProjectOperator.addMember(world, viewer)
  const screen = await RulesScreen.open(page, world, { account: viewer })
  await expect(page.getByText('You can read these rules and try them.')).toBeVisible()
  await screen.write(staffOnly)
  await expect(screen.editor).toContainText('if false')
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0)
  await page.getByLabel('Path of the document').fill('orders/one')
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(page.getByText(/Nothing grants it/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save as a test' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Tests' }).click()
  await expect(page.getByText('No tests yet')).toBeVisible()
})

/** Somebody else saves each test again, as it is. */
async function changeTests(world: ConsoleWorld): Promise<void> {
  const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
  const path = '/projects/demo-app/rules-tests'
  const { tests } = (await (await account.call('GET', path)).json()) as {
    tests: { id: string; test: unknown; revision: number }[]
  }
  for (const { id, test: saved, revision } of tests) {
    expect((await account.call('PUT', `${path}/${id}`, { test: saved, revision })).status).toBe(200)
  }
}
