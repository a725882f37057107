import { expect } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import {
  collectComplaints,
  ConsoleWorld,
  expectAccessible,
  expectAccessibleInBothThemes,
  owner,
} from './console-world.ts'
import { createProjects } from './create-projects.ts'
import { goWithin } from './go-within.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { documentRules, RulesScreen } from './rules-screen.ts'
import { test } from './test.ts'

/** An app's visitor asks for a document, over HTTP as the lite SDK does. */
async function visit(world: ConsoleWorld, path: string, project = 'demo-app'): Promise<void> {
  const answer = await fetch(`${world.origin}/v1/projects/${project}/databases/(default)/documents/${path}`)
  expect(answer.status).toBe(403)
}

test('the requests of a project are listed as they come, with who asked and why they were denied', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
  await createProjects(world, 'people-app')
  const complaints = collectComplaints(page)
  await openSignedIn(page, `${world.origin}/projects/demo-app/requests`)
  const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody').getByRole('row')
  await test.step('they appear, and are filtered', async () => {
    await expect(page.getByText('No requests yet')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await visit(world, 'orders/first')
    await expect(rows).toHaveText([/Denied.*get.*orders\/first.*nobody signed in.*No rules are published/])
    await visit(world, 'customers/second')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('customers/second')
    // All of a row that is marked under the pointer opens it.
    await rows.first().getByText('No rules are published').filter({ visible: true }).click()
    const opened = page.getByRole('complementary', { name: 'Request' })
    await expect(opened).toContainText('customers/second')
    await page.keyboard.press('j')
    await expect(opened).toContainText('orders/first')
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)

    const search = page.getByRole('combobox', { name: 'Path or person' })
    await search.fill('orders/')
    await search.press('Enter')
    await expect(page).toHaveURL(/path=orders/)
    await expect(rows).toHaveCount(1)
    await page.reload()
    await expect(rows).toHaveCount(1)
    await page.getByRole('button', { name: /Verdict/ }).click()
    await page.getByRole('option', { name: 'Allowed', exact: true }).click()
    await expect(page.getByText('No request matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await expect(rows).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Remove the filter Path from orders/' })).toHaveCount(0)
    await page.getByRole('button', { name: /Any time/ }).click()
    await page.getByRole('option', { name: 'Last hour' }).click()
    await expect(page).toHaveURL(/since=1h/)
    await expect(rows).toHaveCount(2)

    // A step of the chart above narrows the list to its time, and so does a range of it.
    const chart = page.getByRole('application', { name: 'Requests over time' })
    await chart.press('Home')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/since=1h&begin=\d+&end=\d+$/)
    await expect(page.getByText('No request matches')).toBeVisible()
    await chart.press('Home')
    await page.keyboard.press('Shift+End')
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(2)
    await page.getByRole('button', { name: 'Whole range' }).press('Enter')
    await expect(page).toHaveURL(/since=1h$/)
    await expect(rows).toHaveCount(2)

    await expectAccessibleInBothThemes(page)

    // Switched off, nothing moves.
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible()
    await visit(world, 'orders/third')
    await page.getByRole('button', { name: /Verdict/ }).click()
    await page.getByRole('option', { name: 'Denied', exact: true }).click()
    await expect(rows).toHaveCount(3)
    // Put together by what decided: one line for all of them, which is open.
    await page.getByRole('button', { name: /Arranged/ }).click()
    await page.getByRole('option', { name: 'By rule line' }).click()
    await expect(page).toHaveURL(/by=rule/)
    await expect(page.getByRole('button', { name: /^3 denied No rules are published/, expanded: true })).toBeVisible()
    await expect(rows).toHaveCount(4)
    await expectAccessibleInBothThemes(page)
  })

  await test.step('they say who asked by what people know them by, and are filtered by an address', async () => {
    const { app } = await account.enter('people-app')
    const answer = await fetch(`${world.origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${app.apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'cleo@example.com', password: 'correct horse', returnSecureToken: true }),
    })
    const { idToken, localId } = (await answer.json()) as { readonly idToken: string; readonly localId: string }
    const documents = `${world.origin}/v1/projects/people-app/databases/(default)/documents`
    await fetch(`${documents}/orders/hers`, { headers: { authorization: `Bearer ${idToken}` } })
    await visit(world, 'orders/nobodys', 'people-app')
    await goWithin(page, '/projects/people-app/requests')
    await expect(rows).toHaveCount(2)
    await expect(rows.last().getByText('cleo@example.com')).toBeVisible()
    await page.getByRole('combobox', { name: 'Path or person' }).fill('cleo@example.com')
    await page.keyboard.press('Enter')
    await expect(rows).toHaveText([/orders\/hers/])
    await expect(page).toHaveURL(new RegExp(`uid=${localId}`))
    await rows.getByRole('button', { name: /get orders\/hers/ }).click()
    const beside = page.getByRole('complementary', { name: 'Request' })
    await expect(beside.getByRole('link', { name: `cleo@example.com, ${localId}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove the filter cleo@example.com' }).click()
    await expect(rows).toHaveCount(2)
    await page.getByRole('combobox', { name: 'Path or person' }).fill('cle')
    await page.getByRole('option', { name: /cleo@example\.com/ }).click()
    await expect(rows).toHaveText([/orders\/hers/])
  })

  await test.step('a request of a member of the team is listed by their name', async () => {
    const viewer = { email: 'vera@example.com', password: 'correct horse' }
    await ProjectOperator.addMember(world, { ...viewer, role: 'viewer' }, 'people-app')
    const vera = await ConsoleAccount.signIn(world, viewer.email, viewer.password)
    const { app, customToken } = await vera.enter('people-app')
    const entry = `${world.origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=${app.apiKey}`
    const entered = await fetch(entry, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: customToken, returnSecureToken: true }),
    })
    const { idToken } = (await entered.json()) as { readonly idToken: string }
    const refused = await fetch(`${world.origin}/v1/projects/people-app/databases/(default)/documents/orders/theirs`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ fields: {} }),
    })
    expect(refused.status).toBe(403)
    await goWithin(page, '/projects/people-app/requests')
    await expect(rows.first()).toHaveText(/orders\/theirs.*vera@example\.com.*team member/)
    await rows.getByRole('button', { name: /orders\/theirs/ }).click()
    await expect(page.getByRole('complementary').getByText('vera@example.com, team member')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  expect(complaints).toEqual([])
})

test('a request opens with all that is kept of it, and leads to the rules', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  await openSignedIn(page, `${world.origin}/projects/demo-app/requests`)
  await test.step('a request opens with all that is kept of it, and becomes a test of the rules', async () => {
    await visit(world, 'orders/order-1001')
    await page.getByRole('button', { name: /get.*orders\/order-1001/ }).press('Enter')
    const dialog = page.getByRole('complementary', { name: 'Request' })
    await expect(dialog.getByText('No rules are published.')).toBeVisible()
    await expect(dialog.getByText('127.0.0.1')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'orders/order-1001' })).toHaveAttribute(
      'href',
      '/projects/demo-app/data/orders/order-1001',
    )
    await expect(page).toHaveURL(/request=/)
    await page.reload()
    await dialog.getByText('What rules are asked').click()
    await expect(dialog.getByText('"stringValue"').first()).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save as a test' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Strangers read no orders')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByRole('link', { name: 'Open the rules' }).click()
    await page.getByRole('tab', { name: 'Tests' }).click()
    await expect(page.getByRole('list', { name: 'Saved tests' }).getByRole('listitem')).toHaveText([
      /Strangers read no orders.*Passes.*get orders\/order-1001 as nobody must be denied/,
    ])
    await goWithin(page, '/projects/demo-app/requests?request=1')
    await expect(page.getByText('It is not among the last 10,000 any more.')).toBeVisible()
  })

  await test.step('a denied request says what was null, leads to the line that decided, and is tried again', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Rules' }).click()
    const screen = new RulesScreen(page)
    await screen.write(
      documentRules('    match /orders/{order} {\n      allow get: if resource.data.owner == "ada";\n    }'),
    )
    await screen.publish('Owners only')
    await visit(world, 'orders/none')

    await page.getByRole('link', { name: 'Requests' }).click()
    const row = page.getByRole('button', { name: /get orders\/none/ })
    await expect(page.getByRole('table', { name: 'Requests' }).locator('tbody')).toContainText(/\d\.\d\d/)
    await row.click()
    const dialog = page.getByRole('complementary', { name: 'Request' })
    const values = dialog.getByRole('list', { name: 'Expressions and their values' })
    await expect(values.getByRole('listitem')).toHaveText([/resource\.data.*Null value error/, /resource.*null/])
    await expectAccessible(page)
    await dialog.getByRole('link', { name: 'Open line 5' }).click()
    await expect(screen.editor).toBeFocused()
    await expect(page.locator('.cm-decided')).toContainText('allow get')
    await page.goBack()
    await dialog.getByRole('link', { name: 'Try in the draft' }).click()
    await expect(page.getByLabel('Path of the document')).toHaveValue('orders/none')
    await expect(page.getByRole('status').filter({ hasText: 'Denied' })).toContainText('line 5')
    await expect(page.getByRole('status').filter({ hasText: 'Denied' })).toContainText('resource.data')
    await expect(page.getByText(/^Request of .* get orders\/none$/)).toBeVisible()
    await page.getByRole('button', { name: 'Close the request' }).click()
    await expect(page).not.toHaveURL(/request=/)

    await screen.write(documentRules('    // closed'))
    await screen.publish('Closed')
    await page.getByRole('link', { name: 'Requests' }).click()
    await row.click()
    await dialog.getByRole('link', { name: 'Open line 5' }).click()
    const version = page.getByRole('dialog', { name: 'Decided by firestore.rules, line 5' })
    await expect(version.locator('.cm-decided')).toContainText('allow get')
    await expect(version.getByText('Owners only')).toBeVisible()
    await expectAccessible(page)
    await version.getByRole('button', { name: 'Compare with what holds' }).click()
    await expect(page.getByRole('region', { name: 'Difference' })).toContainText('closed')
  })

  await test.step('of a refused write that is tried again the simulator says what is not kept', async () => {
    await goWithin(page, '/projects/demo-app/rules')
    const screen = new RulesScreen(page)
    await screen.write(
      documentRules('    match /notes/{note} { allow create: if request.resource.data.text.size() > 3; }'),
    )
    await screen.publish('Long notes')
    const answer = await fetch(`${world.origin}/v1/projects/demo-app/databases/(default)/documents/notes`, {
      method: 'POST',
      body: '{"fields":{"text":{"integerValue":"1"}}}',
    })
    expect(answer.status).toBe(403)
    await page.getByRole('link', { name: 'Requests' }).click()
    await page.getByRole('button', { name: /create notes\// }).click()
    const values = page.getByRole('list', { name: 'Expressions and their values' })
    await expect(values.getByText('request.resource.data.text.size()')).toBeVisible()
    await page.getByRole('link', { name: 'Try in the draft' }).click()
    await expect(page.getByText(/Not kept of this request: request\.resource/)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Denied' })).toHaveCount(0)
  })
  expect(complaints).toEqual([])
})

test('on a phone each request says who asked, why it was decided and when, and opens by a tap anywhere', async ({
  browser,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await visit(world, 'orders/order-1001-with-a-name-that-is-longer-than-a-phone-is-wide')
  await using context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await openSignedIn(page, `${world.origin}/projects/demo-app/requests`)
  const row = page.getByRole('table', { name: 'Requests' }).locator('tbody').getByRole('row')
  await expect(row).toHaveText([/Denied.*get.*nobody signed in.*No rules are published/])
  const decidedBy = row.getByText('No rules are published.').filter({ visible: true })
  await expect(decidedBy).toBeInViewport()
  // The first row is not far down.
  expect((await row.boundingBox())?.y).toBeLessThanOrEqual(260)
  await expect(row.locator('time').filter({ visible: true })).toBeInViewport({ ratio: 1 })
  const list = page.getByRole('region', { name: 'Requests' })
  expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expectAccessible(page)
  const { x, y, width, height } = (await decidedBy.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.touchscreen.tap(x + width / 2, y + height / 2)
  await expect(page.getByRole('complementary', { name: 'Request' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to the list' }).tap()
  await expect(row).toHaveCount(1)
})
