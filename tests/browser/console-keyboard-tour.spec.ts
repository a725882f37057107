import { expect } from '@playwright/test'
import { createUserWithEmailAndPassword } from 'firebase/auth'
import { doc, getDoc, setDoc, updateDoc } from 'firebase/firestore'
import { AnalyticsApp } from './analytics-app.ts'
import { ConsoleWorld } from './console-world.ts'
import { Keyboard } from './keyboard.ts'
import { ProjectOperator } from './project-operator.ts'
import { documentRules } from './rules-screen.ts'
import { test } from './test.ts'

const password = 'correct horse'

test.describe('in a browser that keeps the console’s files', () => {
  test.use({ serviceWorkers: 'allow' })

  test('by keyboard alone: first run, a colleague who joins in another browser, and a user who is found and disabled', async ({
    page,
    browser,
  }) => {
    test.setTimeout(240_000)
    await using world = await ConsoleWorld.start({ HEARTH_SIGN_UP: 'invited' })
    const olga = new Keyboard(page)
    await page.goto(`${world.origin}/welcome`)
    await olga.fill('Set-up code', await world.getSetupCode())
    await olga.fill('Name', 'Olga Berg')
    await olga.fill('E-mail', 'olga@example.com')
    await olga.reach('textbox', 'Password')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('navigation', { name: 'Areas of demo-app' })).toBeVisible()

    await olga.go('sett', 'Settings')
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await olga.choose('Settings', 'Members')
    await olga.press('button', 'Invite')
    await olga.fill('E-mail', 'nina@example.com')
    await page.keyboard.press('Enter')
    const made = page.getByRole('alertdialog', { name: 'Hand over this link' })
    const link = (await made.locator('pre').textContent())?.trim() ?? ''
    await olga.press('button', 'Done')

    await using context = await browser.newContext()
    const nina = new Keyboard(await context.newPage())
    await nina.page.goto(link)
    await nina.fill('Name', 'Nina Holm')
    await nina.reach('textbox', 'Password')
    await nina.page.keyboard.type(password)
    await nina.page.keyboard.press('Enter')
    await expect(nina.page).toHaveURL(`${world.origin}/projects/demo-app`)
    await expect(page.getByText('Nina Holm')).toBeVisible()

    await using operator = await ProjectOperator.enter(world)
    await createUserWithEmailAndPassword(operator.services.auth, 'ada@example.com', password)
    await olga.go('ada@example.com', /^ada@example.com .* user$/)
    await expect(page).toHaveURL(/users\/./)
    await olga.press('button', 'Disable user')
    await olga.confirm('Disable ada@example.com?')
    await expect(page.getByText(/^This user is disabled/)).toBeVisible()
  })
})

test('by keyboard alone: documents, files, rules and a funnel', async ({ page }) => {
  test.setTimeout(240_000)
  await using world = await ConsoleWorld.withOwner()
  const olga = new Keyboard(page)
  await page.goto(`${world.origin}/projects/demo-app`)
  await olga.signIn()
  await test.step('documents are queried, and one is edited while somebody else edits it, and restored', async () => {
    await using operator = await ProjectOperator.enter(world)
    const { firestore } = operator.services
    const tour = doc(firestore, 'bills/tour')
    await setDoc(tour, { status: 'open', total: 12 })
    await setDoc(doc(firestore, 'bills/other'), { status: 'paid', total: 7 })
    await olga.go('bills', /bills/)
    const found = page.getByRole('grid', { name: 'Documents' }).getByRole('link')
    await expect(found).toHaveText(['other', 'tour'])

    await olga.press('button', 'Add condition')
    await olga.fill('Field', 'status', 'combobox')
    await page.keyboard.press('Escape')
    await olga.fill('Value', 'open')
    await page.keyboard.press('Control+Enter')
    await expect(found).toHaveText(['tour'])
    await olga.press('link', 'tour')

    await olga.press('button', 'Edit status')
    await updateDoc(tour, { total: 13 })
    await olga.fill('Value', 'packed')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Control+s')
    await expect(page.getByText(/not saved|^Saving$/)).toHaveCount(0)
    await expect.poll(async () => (await getDoc(tour)).data()).toEqual({ status: 'packed', total: 13 })
    await expect(page.getByRole('treegrid', { name: 'Fields' })).toContainText('13')

    await olga.choose('Views of the document', 'History')
    await expect(page.getByRole('list', { name: 'Versions, the newest first' }).getByRole('listitem')).toHaveCount(3)
    await olga.press('button', /^Restore the version of/)
    await expect(page.getByText(/^Restored the version of/)).toBeVisible()
    await expect.poll(async () => (await getDoc(tour)).data()).toEqual({ status: 'open', total: 13 })
  })
  await test.step('a file is uploaded, and its link revoked', async () => {
    await olga.go('files', 'Files')
    // The keys go to the page by another way than the wish to see its file chooser: looking for the button brings that there first.
    const choosing = page.waitForEvent('filechooser')
    await olga.reach('button', 'Upload files')
    await page.keyboard.press('Enter')
    const offer = { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('an offer') }
    await (await choosing).setFiles([offer])
    await olga.press('link', 'offer.txt')
    await olga.press('button', 'Revoke link 1')
    await olga.confirm(/Revoke/)
    await expect(page.getByText('The link is revoked').first()).toBeVisible()
  })
  await test.step('a request is tried and denied, and rules that allow it are published', async () => {
    await olga.go('rules', 'Rules')
    await olga.fill('Path of the document', 'orders/order-1001')
    await olga.press('button', 'Try')
    await expect(page.getByText(/Nothing grants it|No allow covers/).first()).toBeVisible()

    await olga.reach('textbox', /^Source of/)
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(documentRules('    match /orders/{order} { allow get: if true; }'))
    await page.keyboard.press('Escape')
    await olga.press('button', 'Try')
    await expect(page.getByText(/Line \d+ grants it/).first()).toBeVisible()
    await olga.press('button', 'Publish')
    await olga.fill('Note', 'Orders can be read')
    await olga.press('button', 'Publish', page.getByRole('dialog'))
    await expect(page.getByText('As published')).toBeVisible()
  })
  await test.step('a funnel is built and read', async () => {
    const app = await AnalyticsApp.of(world)
    await app.report('ada', [{ name: 'page_view' }, { name: 'sign_up', seconds: 20 }])
    await app.report('ben', [{ name: 'page_view' }])
    await olga.go('analytics', 'Analytics')
    await olga.choose('Kinds of report', 'Funnel')
    await olga.press('button', 'Add page_view')
    await olga.press('button', 'Add sign_up')
    const steps = page.getByRole('list', { name: 'Funnel' }).getByRole('listitem')
    await expect(steps.nth(1)).toContainText(/1 user.*50% of the step before/)
  })
})
