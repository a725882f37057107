import { expect } from '@playwright/test'
import { collectComplaints, ConsoleWorld, expectAccessible, expectAccessibleInBothThemes } from './console-world.ts'
import { documentRules, RulesScreen } from './rules-screen.ts'
import { test } from './test.ts'

const rules = documentRules(`    match /orders/{id} {
      allow get: if true;
      allow update: if request.auth.token.get('staff', false) == true;
    }`)

test('the access of a document says who may do what by the published rules, and which line decides', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  const screen = await RulesScreen.open(page, world)
  await screen.write(rules)
  await screen.publish('orders are open')
  await page.goto(`${world.origin}/projects/demo-app/data/orders/order-1001`)
  await page.getByRole('tab', { name: 'Fields' }).press('End')
  const visitor = page.getByRole('region', { name: 'Nobody signed in' })
  await expect(visitor.getByRole('listitem').filter({ hasText: 'Read it' })).toContainText('allowed')
  await expect(visitor.getByRole('listitem').filter({ hasText: 'Change it' })).toContainText('denied')
  await expect(visitor.getByRole('listitem').filter({ hasText: 'Read it' })).toContainText('allow get: if true;')
  await expect(visitor.getByRole('listitem').filter({ hasText: 'Delete it' })).toContainText(
    'Line 4 The block match /orders/{id} doesn’t allow delete.',
  )

  await page.getByLabel('User id').fill('ada')
  await page.getByLabel('Claims').fill('{"staff": true')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Claims')).toHaveAccessibleDescription(/Claims are a JSON object/)
  await page.getByLabel('Claims').fill('{"staff": true}')
  await page.keyboard.press('Enter')
  const ada = page.getByRole('region', { name: 'Signed in as ada' })
  await expect(ada.getByRole('listitem').filter({ hasText: 'Change it' })).toContainText('allowed')
  await expect(page).toHaveURL(/as=ada/)
  await expectAccessible(page)
  await page.reload()
  await expect(ada.getByRole('listitem').filter({ hasText: 'Change it' })).toContainText('allowed')
  expect(complaints).toEqual([])

  await visitor.getByRole('listitem').filter({ hasText: 'Change it' }).getByRole('link', { name: 'Line 6' }).click()
  await expect(screen.editor).toBeFocused()
  await expect(page.locator('.cm-decided')).toContainText('allow update')
  await page.goto(`${world.origin}/projects/demo-app/data/customers/nobody?tab=access`)
  await expect(visitor.getByText('No match block covers this document.').first()).toBeVisible()

  // The same of the whole table, in two acts, and of the files.
  await page.goto(`${world.origin}/projects/demo-app/data/orders`)
  await page.getByRole('button', { name: 'See as somebody' }).click()
  await page.getByRole('button', { name: /^Nobody signed in/ }).click()
  const bar = page.getByRole('region', { name: 'Seen as somebody else' })
  await expect(bar.getByRole('status').first()).toHaveText(/^Nobody signed in may read (\d+) of these \1\.$/)
  // Each document may be read, and the list of them by no app.
  await expect(bar).toContainText('A visitor’s app can’t run this query: no rule grants lists here.')
  await bar.getByText('Change', { exact: true }).click()
  await expect(page.getByRole('link', { name: /, denied$/ }).first()).toBeVisible()
  await page.locator('[data-denied] [data-cell="0,1"]').click()
  const card = page.getByRole('dialog', { name: 'Why' })
  await expect(card).toContainText('line 6')
  await expect(card).toContainText('Null value error.')
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await bar.getByText('Only what they may').click()
  await expect(page.getByText('Nothing here for them')).toBeVisible()
  await page.getByRole('button', { name: 'Show what is denied, too' }).click()
  await page.locator('[data-denied] [data-cell="0,1"]').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  expect(new URL(page.url()).search).toBe('')
  await page.goto(`${world.origin}/projects/demo-app/files?see=read`)
  await expect(bar).toContainText('Nothing is here to ask about.')

  // What the documents have in common checks what is written, as a draft.
  await page.goto(`${world.origin}/projects/demo-app/data/orders`)
  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Schema' }).click()
  await expect(page.getByText(/^From all \d+ documents$/)).toBeVisible()
  await expect(page.getByRole('row', { name: /^customer reference 100%/ })).toContainText('customers')
  await expectAccessibleInBothThemes(page)
  await page.getByText('Relations', { exact: true }).click()
  await expect(page.getByRole('row', { name: /^orders customer customers/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByText('TypeScript', { exact: true }).click()
  await expect(page.getByText('export interface Order {')).toBeVisible()
  await page.getByText('Rules', { exact: true }).last().click()
  await page.getByRole('button', { name: 'Open as a draft' }).click()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(screen.editor).toContainText('isOrder(request.resource.data)')
  await page.getByText('No issues').waitFor()

  // Who it is may be known by an address alone.
  await page.goto(`${world.origin}/projects/console/data/projects/demo-app?tab=access`)
  await page.getByRole('combobox', { name: 'User id' }).fill('olga@')
  await page.getByRole('option', { name: /olga@example\.com/ }).click()
  await page.getByRole('button', { name: 'Ask as this user' }).click()
  await expect(page.getByRole('region', { name: /^Signed in as [\w-]{20,}/ })).toBeVisible()
})
