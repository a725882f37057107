import { expect, type Page } from '@playwright/test'
import { doc, getDoc, setDoc } from 'firebase/firestore'
import { ConsoleWorld, signIn } from './console-world.ts'
import { DataBrowser } from './data-browser.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

test('a document is added, a value of another type written, and both saved, by keys alone', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/bills`)
  await page.getByRole('button', { name: 'Add document', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Document ID').fill('one')
  await dialog.getByRole('radio', { name: 'JSON' }).press('Space')
  await dialog.getByLabel('Fields as JSON (optional)').fill('{\n  "seal": "wax"\n}')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/data\/bills\/one/)

  const data = new DataBrowser(page)
  await page.getByRole('button', { name: 'Edit seal', exact: true }).press('Enter')
  const editor = page.getByRole('form', { name: 'Edit seal' })
  await editor.getByRole('button', { name: /Type/ }).focus()
  // On the way it is a boolean for a moment, and the text stays what it was.
  await page.keyboard.type('bytes')
  await expect(editor.getByRole('button', { name: /Type/ })).toContainText('bytes')
  await expect(editor.getByLabel('Value')).toHaveValue('wax')
  await editor.getByLabel('Value').fill('d2F4')
  await page.keyboard.press('Enter')
  await expect(editor).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/not saved|^Saving$/)).toHaveCount(0)
  await page.reload()
  await expect(data.value('seal')).toContainText('d2F4')
})

test('Ctrl+Z takes back what is not saved, then what was saved, wherever the focus was left', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const bill = doc(operator.services.firestore, 'bills/one')
  await setDoc(bill, { status: 'open', total: 'twelve', note: 'as it was' })
  const stored = async () => (await getDoc(bill)).data()
  const data = await openBill(page, world)
  await type(page, data, 'status', 'paid')
  await expect.poll(stored).toMatchObject({ status: 'paid' })
  await data.editValue('note', 'string', 'changed')
  // The button goes with what was saved, and the focus with it.
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(stored).toEqual({ status: 'paid', total: 'twelve', note: 'changed' })
  await expect(page.getByText(/not saved|^Saving$/)).toHaveCount(0)

  await page.keyboard.press('Control+z')
  await expect.poll(stored).toEqual({ status: 'paid', total: 'twelve', note: 'as it was' })
  await expect(page.getByText('The last save is undone.')).toBeVisible()
  await page.keyboard.press('Control+y')
  await expect.poll(stored).toEqual({ status: 'paid', total: 'twelve', note: 'changed' })
  await page.keyboard.press('Control+z')
  await expect.poll(stored).toEqual({ status: 'paid', total: 'twelve', note: 'as it was' })
  await data.editValue('total', 'string', 'thirteen')
  await expect(page.getByText('1 change not saved')).toBeVisible()
  // Of a text it is the browser's.
  await data.row('note').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type(' and more')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('1 change not saved')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(data.row('note')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('1 change not saved')).toHaveCount(0)
  await expect(data.value('total')).toHaveText('twelve')
  await page.keyboard.press('Control+z')
  await expect.poll(stored).toEqual({ status: 'open', total: 'twelve', note: 'as it was' })
  await expect(data.value('status')).toHaveText('open')
})

test('a save is not taken back over what somebody else made of it since', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const bill = doc(operator.services.firestore, 'bills/one')
  await setDoc(bill, { status: 'open' })
  const data = await openBill(page, world)
  await type(page, data, 'status', 'paid')
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await getDoc(bill)).data()).toEqual({ status: 'paid' })
  await setDoc(bill, { status: 'sent' })
  await expect(data.value('status')).toHaveText('sent')
  await data.row('status').focus()
  await page.keyboard.press('Control+z')
  await expect(page.getByText(/^This document was changed elsewhere/)).toBeVisible()
  expect((await getDoc(bill)).data()).toEqual({ status: 'sent' })
})

test('an editor that opens at the lower edge of a small screen is seen whole', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const names = Array.from({ length: 30 }, (_, n) => `field${String(n).padStart(2, '0')}`)
  await setDoc(doc(operator.services.firestore, 'bills/one'), Object.fromEntries(names.map((name) => [name, 'a text'])))
  for (const size of [
    { width: 1024, height: 768 },
    { width: 375, height: 700 },
  ]) {
    await page.setViewportSize(size)
    const data = size.width === 1024 ? await openBill(page, world) : new DataBrowser(page)
    for (const name of ['field09', 'field16', 'field29']) {
      await data.row(name).focus()
      await page.keyboard.press('Enter')
      const editor = page.getByRole('form', { name: `Edit ${name}` })
      await expect(editor.getByLabel('Value')).toBeInViewport({ ratio: 1 })
      await expect(editor.getByRole('button', { name: 'Apply' })).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
      await expect(editor).toHaveCount(0)
    }
  }
})

test('a reference opens by Ctrl and a click on it, and by the link that is there for the keyboard', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { firestore } = operator.services
  await setDoc(doc(firestore, 'people/ada'), { name: 'Ada' })
  await setDoc(doc(firestore, 'bills/one'), { who: doc(firestore, 'people/ada') })
  const data = await openBill(page, world)
  const opened = page.context().waitForEvent('page')
  await data.value('who').click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL(/\/data\/people\/ada$/)
  await expect(page).toHaveURL(/\/data\/bills\/one$/)
  await data.row('who').focus()
  await page.keyboard.press('Tab')
  const link = page.getByRole('link', { name: 'Open people/ada' })
  await expect(link).toBeFocused()
  await expect(link.locator('..')).toHaveCSS('opacity', '1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/data\/people\/ada$/)
})

test('a document that is still being read has no word about its subcollections', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  await setDoc(doc(operator.services.firestore, 'bills/one'), { status: 'open' })
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/Listen\/channel.*demo-app/, async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  await page.goto(`${world.origin}/projects/demo-app/data/bills/one`)
  const listed = page.waitForResponse(/bills\/one:listCollectionIds/)
  await signIn(page)
  await listed
  const none = page.getByText('None. A collection begins with its first document.')
  await expect(page.getByRole('region', { name: 'Subcollections' })).toBeVisible()
  await expect(none).toHaveCount(0)
  letGo()
  await expect(none).toBeVisible({ timeout: 20_000 })
})

async function openBill(page: Page, world: ConsoleWorld): Promise<DataBrowser> {
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/bills/one`)
  const data = new DataBrowser(page)
  await expect(page.getByRole('treegrid', { name: 'Fields' }).getByRole('row').first()).toBeVisible()
  return data
}

/** A value, by keys alone. */
async function type(page: Page, data: DataBrowser, field: string, text: string): Promise<void> {
  await data.row(field).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: `Edit ${field}` })).toHaveCount(0)
}
