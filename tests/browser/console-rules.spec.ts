import { expect, type Page } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { ConsoleAdministrator } from './console-administrator.ts'
import {
  collectComplaints,
  ConsoleWorld,
  expectAccessible,
  expectAccessibleInBothThemes,
  owner,
} from './console-world.ts'
import { createProjects } from './create-projects.ts'
import { goWithin } from './go-within.ts'
import { documentRules, RulesScreen } from './rules-screen.ts'
import { test } from './test.ts'

const open = documentRules('    match /orders/{order} { allow get: if true; }')

/** What a visitor of the app gets for an order: `allowed`, or the status of the error. */
async function askAsVisitor(world: ConsoleWorld): Promise<string> {
  const answer = await fetch(`${world.origin}/v1/projects/demo-app/databases/(default)/documents/orders/order-1001`)
  const { error } = (await answer.json()) as { readonly error?: { readonly status: string } }
  return error?.status ?? 'allowed'
}

/** What somebody else publishes meanwhile, as a program does. */
async function publishBeside(administrator: ConsoleAdministrator, content: string): Promise<void> {
  const files = [{ name: 'firestore.rules', content }]
  const { name: rulesetName } = await administrator.call<{ name: string }>('POST', 'v1', 'rulesets', {
    source: { files },
  })
  const name = 'projects/demo-app/releases/cloud.firestore'
  await administrator.call('PATCH', 'v1', 'releases/cloud.firestore', { release: { name, rulesetName } })
}

test('rules are written, checked while they are typed, published with a note, and restored', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await createProjects(world, 'checked-app')
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  const complaints = collectComplaints(page)
  const screen = await RulesScreen.open(page, world)
  await test.step('rules are published with a note, hold at once, and an earlier version is restored', async () => {
    await expect(page.getByText('Nothing is published yet.')).toBeVisible()
    await expect(screen.editor).toContainText('allow read, write: if false;')
    expect(await askAsVisitor(world)).toBe('PERMISSION_DENIED')

    await screen.write(open)
    await expect(page.getByText('Not published')).toBeVisible()
    await screen.publish('The shop is open')
    await expect(page.getByText('As published')).toBeVisible()
    expect(await askAsVisitor(world)).toBe('allowed')

    await screen.write(open.replace('if true', 'if false'))
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Difference' })).toContainText('if false')
    await expect(page.getByText('1 added, 1 removed')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await screen.publish('Closed for the night')
    expect(await askAsVisitor(world)).toBe('PERMISSION_DENIED')
    await screen.openVersions()
    await expect(screen.versions.getByRole('listitem')).toHaveText([
      /Closed for the night.*you.*In force/,
      /The shop is open/,
    ])

    await screen.versions.getByRole('button', { name: /^Compare/ }).click()
    await page.getByRole('button', { name: 'Restore this version' }).click()
    await expect(screen.versions.getByRole('listitem').filter({ hasText: 'In force' })).toContainText(
      'The shop is open',
    )
    await expect(screen.editor).toContainText('if true')
    expect(await askAsVisitor(world)).toBe('allowed')
  })

  await test.step('who publishes while somebody else did sees the difference to theirs first, and may take theirs', async () => {
    await screen.write(documentRules('    match /orders/{order} { allow get: if 1 == 1; }'))
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Publish / })
    await expect(dialog.getByRole('region', { name: 'Difference' })).toContainText('if 1 == 1')

    await publishBeside(administrator, documentRules('    // theirs'))

    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(dialog.getByText('Somebody published other rules since you began.')).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'Difference' })).toContainText('// theirs')
    expect(await askAsVisitor(world)).toBe('PERMISSION_DENIED')
    await dialog.getByRole('button', { name: 'Discard mine, take theirs' }).click()
    await expect(screen.editor).toContainText('// theirs')
    await expect(page.getByText('As published')).toBeVisible()

    // An earlier version is restored over what is known, and nothing else.
    await screen.write(open)
    await screen.publish('Mine after all')
    await screen.openVersions()
    await screen.versions
      .getByRole('button', { name: /^Compare/ })
      .first()
      .click()
    await expect(page.getByRole('region', { name: 'Difference' })).toContainText('// theirs')
    await publishBeside(administrator, documentRules('    // theirs again'))
    await page.getByRole('button', { name: 'Restore this version' }).click()
    await expect(page.getByText('Somebody published other rules meanwhile.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Difference' })).toContainText('theirs again')
  })

  await test.step('what is wrong is said while typing, with its place, and keeps rules from being published', async () => {
    await goWithin(page, '/projects/checked-app/rules')
    await expect(screen.editor).toContainText('if false')
    await screen.write(documentRules('    match /orders/{order} { allow get: if nobody( ; }'))
    const issue = page.getByRole('list', { name: 'Issues' }).getByRole('button').first()
    await expect(issue).toContainText('4:')
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
    await expectAccessibleInBothThemes(page)
    await issue.click()
    await expect(screen.editor).toBeFocused()
    await expect(page.getByText('/databases/{database}/documents/orders/{order}', { exact: true })).toBeVisible()

    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Leave without publishing?' })).toBeVisible()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(screen.editor).toContainText('nobody')
    await page.getByText('Files', { exact: true }).last().click()
    await expect(page).toHaveURL(/area=files/)
    await expect(screen.editor).toContainText('service firebase.storage')
    await page.getByText('Documents', { exact: true }).last().click()
    await expect(screen.editor).toContainText('nobody')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page.getByText('To begin with: nothing is granted')).toBeVisible()
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page).toHaveURL(/users$/)
  })
  expect(complaints).toEqual([])
})

test('rules are tried before they are published, by one question or by past requests', async ({ page, context }) => {
  await using world = await ConsoleWorld.withOwner()
  await createProjects(world, 'desk-app', 'phone-app')
  for (const path of ['orders/order-1001', 'orders/order-1002', 'customers/ada']) {
    await fetch(`${world.origin}/v1/projects/demo-app/databases/(default)/documents/${path}`)
  }
  await fetch(`${world.origin}/v1/projects/demo-app/databases/(default)/documents/orders/new`, {
    method: 'PATCH',
    body: '{"fields":{}}',
  })
  const screen = await RulesScreen.open(page, world)
  await test.step('a member that no request has is a warning where it stands, and what is not there is said in plain words', async () => {
    await screen.write(
      documentRules(`    match /orders/{order} {
        allow create: if resource.data.owner == request.auth.id;
      }`),
    )
    const issues = page.getByRole('list', { name: 'Issues' })
    await expect(issues).toContainText('Unknown member of request.auth: id.')
    await expect(issues).toContainText('request.auth.uid')
    await page.getByLabel('Method').click()
    await page.getByRole('option', { name: 'create' }).click()
    await page.getByLabel('Path of the document').fill('orders/new')
    await page.getByRole('button', { name: 'Try', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Denied' })).toContainText(
      'The document orders/new does not exist before a create: resource is null, and line 5 asks for resource.data. What is written is request.resource.',
    )
    // A warning keeps nobody from publishing.
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled()
  })

  await test.step('who asks, what, and which expression decides', async () => {
    await screen.write(
      documentRules(
        "    match /orders/{order} { allow get: if request.auth != null && resource.data.status == 'paid'; }",
      ),
    )
    await page.getByLabel('Method').click()
    await page.getByRole('option', { name: 'get', exact: true }).click()
    await page.getByLabel('Path of the document').fill('orders/order-1001')
    await page.getByRole('button', { name: 'Load from the database' }).click()
    await expect(page.getByLabel('Document before')).toHaveValue(/"status": "/)
    await page.getByLabel('Document before').fill('{"status": "paid"}')
    await page.getByRole('button', { name: 'Try', exact: true }).click()
    await expect(page.getByText('Nothing grants it. The last word is on line 4.')).toBeVisible()
    const tree = page.getByRole('list', { name: 'What was evaluated' })
    await expect(tree.getByText('decides').locator('..')).toContainText('request.auth != null')
    await expect(page.locator('.cm-decided')).toContainText('allow get')

    await page.getByText('User', { exact: true }).click()
    await expect(page.getByText('The question changed since: this answers the one before.')).toBeVisible()
    await page.getByRole('button', { name: 'Try', exact: true }).click()
    await expect(page.getByLabel('User id')).toHaveAccessibleDescription(/Write a user id/)
    await page.getByLabel('User id').fill('ada')
    await page.getByLabel('Claims').fill('{')
    await page.getByRole('button', { name: 'Try', exact: true }).click()
    await expect(page.getByLabel('Claims')).toHaveAccessibleDescription('This is no JSON object.')
    await page.getByLabel('Claims').fill('{}')
    await page.getByLabel('User id').press('Enter')
    await expect(page.getByText('Line 4 grants it.')).toBeVisible()
    await expectAccessible(page)
    await screen.write(documentRules('    // nothing'))
    await expect(page.getByText('The rules changed since.')).toBeVisible()
  })

  await test.step('the verdict is in view where rules were tried, and said aloud, on a desk and on a phone', async () => {
    await page.getByRole('button', { name: 'Discard changes' }).click()
    for (const project of ['desk-app', 'phone-app']) {
      if (project === 'phone-app') await page.setViewportSize({ width: 390, height: 844 })
      await goWithin(page, `/projects/${project}/rules`)
      await expect(page.getByText('Nothing is published yet.')).toBeVisible()
      await expect(screen.editor).toContainText('if false')
      await screen.write(
        documentRules('    match /orders/{order} { allow get: if resource.data.owner == request.auth.uid; }'),
      )
      await page.getByText('User', { exact: true }).click()
      await page.getByLabel('User id').fill('ada')
      await page.getByLabel('Path of the document').fill('orders/order-1001')
      const verdict = page.getByRole('status').filter({ hasText: 'Denied' })
      await expect(verdict).toHaveCount(0)
      await page.getByLabel('Path of the document').press('Enter')
      await expect(verdict).toContainText('line 4')
      await expect(verdict).toBeInViewport({ ratio: 1 })
      // Nothing but the content of the page scrolls.
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
      await page.getByRole('button', { name: 'Discard changes' }).click()
    }
    await page.setViewportSize({ width: 1280, height: 720 })
    await goWithin(page, '/projects/demo-app/rules')
    await expect(page.getByRole('button', { name: 'Discard changes' })).toHaveCount(0)
  })

  await test.step('what past requests would have got is shown before rules are published, and at any time', async () => {
    await screen.write(
      documentRules(
        '    match /orders/{order} { allow get: if true; allow write: if request.resource.data.size() == 0; }',
      ),
    )
    await page.getByRole('tab', { name: 'Past requests' }).click()
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    const tools = page.getByRole('region', { name: 'Tools' })
    await expect(tools.getByRole('listitem').filter({ hasText: 'newly allowed' })).toHaveText('2 newly allowed')
    await expect(tools.getByText('1 not judged')).toBeVisible()
    await expect(tools.getByText('1 same as now')).toBeVisible()
    await tools.getByText('Requests that can’t be judged').first().click()
    await expect(tools.getByText('It depends on request.resource, which is not known.')).toBeVisible()
    await expectAccessible(page)
    const opening = context.waitForEvent('page')
    await tools.getByRole('link', { name: /^Open the request get orders\/order-1002/ }).click()
    const opened = await opening
    await expect(opened.getByRole('complementary', { name: 'Request' })).toContainText('get orders/order-1002')
    await opened.close()

    await screen.write(open)
    await expect(tools.getByText('The rules changed since.')).toBeVisible()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Publish / })
    await expect(dialog.getByText('2 newly allowed')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Note').fill('Orders')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(dialog).toHaveCount(0)

    // What was denied before there were rules is allowed by those that hold now.
    await screen.write(`${open}// the same`)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(dialog.getByText('Every request that can be judged gets what it gets now.')).toBeVisible()
    await expect(dialog.getByText('0 newly allowed')).toBeVisible()
  })

  await test.step('asking about past requests is stopped, and says why it failed', async () => {
    await page.keyboard.press('Escape')
    await goWithin(page, '/projects/desk-app/rules')
    await page.getByRole('tab', { name: 'Past requests' }).click()
    await expect(page).toHaveURL(/tool=requests/)
    await page.goBack()
    await expect(page.getByRole('tab', { name: 'Try', exact: true })).toHaveAttribute('aria-selected', 'true')
    await page.goForward()
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Past requests' })).toHaveAttribute('aria-selected', 'true')
    const request = { id: '1', time: '2026-11-21T10:00:00Z', service: 'documents', operation: 'get', path: 'a/b' }
    const caller = { kind: 'visitor' }
    const answer = { requests: [{ request: { ...request, caller, verdict: 'denied' }, would: 'denied' }], skipped: 0 }
    let pages = 0
    await page.route('**/rules-replay', async (route) => {
      pages += 1
      if (pages === 1) await route.fulfill({ json: { ...answer, nextPageToken: '1' } })
      // The second page never comes.
    })
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(page.getByText('1 asked …')).toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByText('Stopped after 1')).toBeVisible()
    await page.unroute('**/rules-replay')
    await page.route('**/rules-replay', (route) =>
      route.fulfill({ status: 429, json: { error: { status: 'RESOURCE_EXHAUSTED', reason: 'TOO_MANY_REPLAYS' } } }),
    )
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expect(page.getByText('Couldn’t ask about past requests.')).toBeVisible()
  })
})

test('long rules are searched, and a difference and the tools are read where there is little room', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  const screen = await RulesScreen.open(page, world)
  await test.step('the whole of long rules is searched by keyboard, and what is found replaced', async () => {
    const kinds = Array.from({ length: 200 }, (_, n) => `    match /kind${n}/{id} { allow read: if true; }`)
    await screen.write(documentRules([...kinds, '    match /invoices/{id} { allow read: if false; }'].join('\n')))
    await page.keyboard.press('ControlOrMeta+Home')
    await expect(screen.editor.getByText('invoices')).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+f')
    await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused()
    await page.keyboard.type('invoices')
    await page.keyboard.press('Enter')
    await expect(screen.editor.getByText('invoices')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('textbox', { name: 'Replace with' }).focus()
    await page.keyboard.type('bills')
    await page.keyboard.press('Enter')
    await expect(screen.editor.getByText('bills')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('textbox', { name: 'Find' })).toHaveCount(0)
    await expect(screen.editor).toBeFocused()
  })

  await test.step('a long difference scrolls inside the dialog, whose buttons stay in view, and tells the changes alone', async () => {
    await page.setViewportSize({ width: 1280, height: 600 })
    const long = (condition: string): string =>
      documentRules(
        Array.from(
          { length: 300 },
          (_, at) => `    match /c${at}/{id} {\n      allow get: if ${condition};\n    }`,
        ).join('\n'),
      )
    await screen.write(long('true'))
    await screen.publish('')
    await screen.write(long('false'))
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Publish / })
    await expect(dialog.getByText('300 added, 300 removed')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Publish', exact: true })).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByLabel('Note', { exact: true })).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()

    // From the link at the start of the page the editor is three stops away.
    await page.reload()
    await expect(screen.editor).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(screen.editor).toBeFocused()
  })

  await test.step('on a phone the page opens at its top, and a tool that is out of sight is shown among the others', async () => {
    await page.setViewportSize({ width: 375, height: 700 })
    await page.goto(`${world.origin}/projects/demo-app/rules?tool=versions`)
    const tab = page.getByRole('tab', { name: 'Versions' })
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeInViewport({ ratio: 1 })
    expect(await page.getByRole('main').evaluate(({ scrollTop }) => scrollTop)).toBe(0)
    const isInsideOfList = await tab.evaluate(
      (one) => one.getBoundingClientRect().right <= (one.parentElement?.getBoundingClientRect().right ?? 0) + 1,
    )
    expect(isInsideOfList).toBe(true)
  })
  expect(complaints).toEqual([])
})

test('publishing goes on by itself after a sign-in', async ({ page }) => {
  let aheadMs = -6 * 60_000
  await using server = await TestServer.start({ clock: { nowMs: () => Date.now() + aheadMs } })
  const account = await ConsoleAccount.claim(server, owner.email, owner.password)
  await account.createProject('shop-app')
  const screen = await RulesScreen.open(page, server, { project: 'shop-app' })
  await test.step('that the console knows to be needed, since the last is old', async () => {
    await screen.write(open)
    aheadMs = 0
    await publishByKeyboard(page)
  })

  await test.step('that the server asks for', async () => {
    await screen.write(open.replace('true', '1 == 1'))
    aheadMs = 6 * 60_000
    await publishByKeyboard(page)
  })
})

/** Publishes what is written where a password is asked for over the dialog: whoever types has no need of the pointer. */
async function publishByKeyboard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByLabel('Note')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your password', { exact: true })).toBeFocused()
  await page.keyboard.type(owner.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('As published')).toBeVisible()
}
