import { expect } from '@playwright/test'
import { doc, updateDoc } from 'firebase/firestore'
import { ConsoleWorld, expectAccessible } from './console-world.ts'
import { DataBrowser } from './data-browser.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

/** What the SDK can't write: integers beyond 2^53, whole doubles, references into other databases, at any depth. */
const exactFields = {
  big: { integerValue: '9007199254740993' },
  whole: { doubleValue: 3 },
  zero: { doubleValue: '-0' },
  odd: { doubleValue: 'NaN' },
  list: {
    arrayValue: { values: [{ doubleValue: 1 }, { integerValue: '9223372036854775807' }, { stringValue: 'a' }] },
  },
  deep: {
    mapValue: {
      fields: {
        since: { timestampValue: '2026-11-20T09:14:03.123456Z' },
        who: { referenceValue: 'projects/demo-app/databases/other/documents/users/ada' },
        inner: { mapValue: { fields: { size: { doubleValue: 2 } } } },
      },
    },
  },
  text: { stringValue: 'before' },
}

interface RestDocument {
  readonly fields: Record<string, unknown>
}

/** The document as the REST protocol has it: the SDK in a test would hide what this is about. */
async function restDocument(
  world: ConsoleWorld,
  operator: ProjectOperator,
  path: string,
  write?: { readonly fields: unknown },
): Promise<RestDocument> {
  const token = await operator.services.auth.currentUser?.getIdToken()
  const response = await fetch(`${world.origin}/v1/projects/demo-app/databases/(default)/documents/${path}`, {
    method: write === undefined ? 'GET' : 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(write !== undefined && { body: JSON.stringify(write) }),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as RestDocument
}

test('no value changes its type by an edit beside it, within it, as JSON, or by a deletion that is undone', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const stored = await restDocument(world, operator, 'exact/one', { fields: exactFields })
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/exact/one`)
  const data = new DataBrowser(page)
  await expect(data.value('big')).toHaveText('9007199254740993')
  await expect(data.value('whole')).toHaveText('3.0')
  await expect(data.value('zero')).toHaveText('-0.0')
  await expect(data.value('list')).toHaveText('[1.0, 9223372036854775807, "a"]')

  await data.editValue('text', 'string', 'after')
  await data.save()
  const edited = await restDocument(world, operator, 'exact/one')
  expect(edited.fields).toEqual({ ...stored.fields, text: { stringValue: 'after' } })

  await data.row('list').press('Enter')
  await data.editValue('list[2]', 'double', '5')
  await data.save()
  const { fields: listed } = await restDocument(world, operator, 'exact/one')
  expect(listed['list']).toEqual({
    arrayValue: { values: [{ doubleValue: 1 }, { integerValue: '9223372036854775807' }, { doubleValue: 5 }] },
  })

  await page.getByRole('tab', { name: 'JSON' }).click()
  const text = page.getByLabel('The document as JSON')
  const written = (await text.innerText()).replace('"size": 2.0', '"size": 2.0, "more": {"$vector": [1, 0.5]}')
  await text.fill(`${written}x`)
  await expect(text).toHaveAccessibleDescription(/Line \d+, column 2: The JSON ends before this/)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Fields' }).click()
  await expect(page.getByText('The JSON of this document has a mistake')).toBeVisible()
  await page.getByRole('button', { name: 'Go to the JSON' }).click()
  await text.fill(written)
  await data.save()
  const { fields: rewritten } = await restDocument(world, operator, 'exact/one')
  expect(rewritten['deep']).toMatchObject({
    mapValue: {
      fields: {
        who: exactFields.deep.mapValue.fields.who,
        inner: { mapValue: { fields: { size: { doubleValue: 2 }, more: expect.anything() as unknown } } },
      },
    },
  })
  expect(rewritten['big']).toEqual(exactFields.big)

  await page.getByRole('button', { name: 'Delete document' }).click()
  await expect(page.getByText('There is no such document')).toBeVisible()
  const deleted = page.getByRole('listitem').filter({ hasText: 'Deleted exact/one' })
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expect(text).toContainText('9007199254740993')
  const back = await restDocument(world, operator, 'exact/one')
  expect(back.fields).toEqual(rewritten)
})

test('a number that somebody sets back after a save, as another type, is asked about', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  await restDocument(world, operator, 'exact/back', { fields: { n: { integerValue: '5' } } })
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/exact/back`)
  const data = new DataBrowser(page)
  await expect(data.value('n')).toHaveText('5')
  await data.editValue('n', 'integer', '6')
  await data.save()
  await expect(data.value('n')).toHaveText('6')
  await restDocument(world, operator, 'exact/back', { fields: { n: { doubleValue: 5 } } })
  await expect(data.value('n')).toHaveText('5.0')
})

test('a document stays on the screen while its types are asked about after a save that the server works out', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  await restDocument(world, operator, 'exact/worked', { fields: { text: { stringValue: 'a' } } })
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/exact/worked`)
  const data = new DataBrowser(page)
  await data.addField('whole', 'double', '3')
  await data.addField('at', 'server time')
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  let hasCommitted = false
  page.on('response', (response) => (hasCommitted ||= response.url().endsWith('/databases/(default)/documents:commit')))
  await page.route('**/documents/exact/worked', async (route) => {
    // The one before the commit is the save's own.
    if (hasCommitted) {
      asked.resolve()
      await answered.promise
    }
    await route.continue()
  })
  await data.save()
  await asked.promise
  await expect(data.value('whole')).toHaveText('3.0')
  await expect(data.value('at')).toContainText('UTC')
  answered.resolve()
  await data.editValue('text', 'string', 'b')
  await data.save()
  await expect(data.value('whole')).toHaveText('3.0')
})

test('each type has an editor that all can use, a reference is found while it is typed, and the others stay exact', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const stored = await restDocument(world, operator, 'exact/each', {
    fields: {
      at: { timestampValue: '2026-11-20T09:14:03.123456Z' },
      is: { booleanValue: false },
      list: { arrayValue: { values: [{ doubleValue: 1 }, { integerValue: '9223372036854775807' }] } },
      raw: { bytesValue: 'aGk=' },
      spot: { geoPointValue: { latitude: 51.5, longitude: -0.12 } },
      who: { referenceValue: 'projects/demo-app/databases/(default)/documents/orders/order-1001' },
    },
  })
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/exact/each`)
  const data = new DataBrowser(page)
  const edit = async (name: string) => {
    await data.row(name).focus()
    await page.keyboard.press('F2')
    return page.getByRole('form', { name: `Edit ${name}` })
  }
  for (const name of ['at', 'list', 'spot']) {
    const editor = await edit(name)
    await expect(editor).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(editor).toHaveCount(0)
  }
  const spot = await edit('spot')
  await spot.getByLabel('Latitude').fill('62')
  await spot.getByRole('button', { name: 'Apply' }).click()
  const who = await edit('who')
  await who.getByLabel('Value').fill('order-1002')
  await page.getByRole('option', { name: 'orders/order-1002' }).click()
  await expect(who.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('href', /orders\/order-1002$/)
  await who.getByRole('button', { name: 'Apply' }).click()
  await data.save()
  await expect
    .poll(async () => (await restDocument(world, operator, 'exact/each')).fields)
    .toEqual({
      ...stored.fields,
      spot: { geoPointValue: { latitude: 62, longitude: -0.12 } },
      who: { referenceValue: 'projects/demo-app/databases/(default)/documents/orders/order-1002' },
    })
})

test('a document is made of pasted JSON, with its types, and a mistake in it is shown where it stands', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/orders`)
  await page.getByRole('button', { name: 'Add document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a document to orders' })
  await dialog.getByLabel('Document id').fill('order-1001')
  const data = new DataBrowser(page)
  await data.addField('n', 'integer', '6')
  // It stands there in the other way, too.
  await dialog.getByText('JSON', { exact: true }).click()
  const json = dialog.getByLabel('Fields as JSON (optional)')
  await expect(json).toHaveValue('{\n  "n": 6\n}')
  await json.fill('{\n  "n": 7,\n  "price": 7.0\n  "at": null}')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(json).toHaveAccessibleDescription('Line 4, column 3: Here should be a comma or }')
  await json.fill(
    '{"n": 8, "price": 7.0, "at": {"$timestamp": "2026-11-20T10:14:03+01:00"}, "made": {"$server-time": true}}',
  )
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByLabel('Document id')).toHaveAccessibleDescription(/with this id already/)
  await dialog.getByText('One by one', { exact: true }).click()
  await expect(data.value('price')).toHaveText('7.0')
  await data.editValue('n', 'integer', '7')
  await dialog.getByLabel('Document id').fill('pasted')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page).toHaveURL(/orders\/pasted/)
  const { fields } = await restDocument(world, operator, 'orders/pasted')
  expect(fields).toEqual({
    n: { integerValue: '7' },
    price: { doubleValue: 7 },
    at: { timestampValue: '2026-11-20T09:14:03Z' },
    made: { timestampValue: expect.stringMatching(/^20/) as unknown },
  })
})

test('a change from elsewhere glows, and one from here does not', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/orders/order-1001`)
  const data = new DataBrowser(page)
  await data.editValue('status', 'string', 'mine')
  await data.save()
  await expect(data.value('status')).toHaveText('mine')
  await expect(data.row('status').locator('.animate-glow')).toHaveCount(0)
  await updateDoc(doc(operator.services.firestore, 'orders/order-1001'), { status: 'theirs' })
  await expect(data.row('status').locator('.animate-glow')).toHaveText('theirs')
})

test('without a way to the server an edit is kept and sent later', async ({ page, context }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/orders/order-1001`)
  const data = new DataBrowser(page)
  await expect(data.row('status')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('Changes wait in this tab')).toBeVisible({ timeout: 20_000 })
  await data.editValue('status', 'string', 'typed offline')
  await data.save()
  await expect(data.value('status')).toHaveText('typed offline')
  await expect(
    page
      .getByRole('region', { name: 'Document · waits for the server' })
      .getByText('waits for the server', { exact: true }),
  ).toBeVisible()
  await context.setOffline(false)
  await expect(
    page
      .getByRole('region', { name: 'Document · waits for the server' })
      .getByText('waits for the server', { exact: true }),
  ).toHaveCount(0, { timeout: 30_000 })
  await expect
    .poll(async () => (await restDocument(world, operator, 'orders/order-1001')).fields['status'])
    .toEqual({ stringValue: 'typed offline' })
})

test('a viewer reads every type and changes none', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const viewer = { email: 'vera@example.com', password: 'correct horse', role: 'viewer' } as const
  await ProjectOperator.addMember(world, viewer)
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/orders/order-1001`, viewer)
  const data = new DataBrowser(page)
  await expect(data.value('status')).not.toBeEmpty()
  for (const name of [/^Edit status/, /^Delete/, /^Add/])
    await expect(page.getByRole('button', { name })).toHaveCount(name.source === '^Add' ? 3 : 0)
  await data.row('status').press('Enter')
  await expect(page.getByRole('form')).toHaveCount(0)
  await expectAccessible(page)
})
