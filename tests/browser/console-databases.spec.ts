import { connectAuth } from '@hearth/client/auth'
import { connectFirestore } from '@hearth/client/firestore'
import { expect, type Page } from '@playwright/test'
import { deleteApp, initializeApp } from 'firebase/app'
import { inMemoryPersistence } from 'firebase/auth'
import { deleteDoc, doc, type Firestore, getDoc, setDoc, terminate } from 'firebase/firestore'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { collectComplaints, ConsoleWorld, expectAccessible, owner } from './console-world.ts'
import { DataBrowser } from './data-browser.ts'
import { openSignedIn } from './open-signed-in.ts'
import { documentRules, RulesScreen } from './rules-screen.ts'
import { test } from './test.ts'

/** An app of visitors on one database of the project. */
class VisitorsApp implements AsyncDisposable {
  readonly firestore: Firestore

  private constructor(firestore: Firestore) {
    this.firestore = firestore
  }

  static async open({ origin }: ConsoleWorld, databaseId: string): Promise<VisitorsApp> {
    const account = await ConsoleAccount.signIn({ origin }, owner.email, owner.password)
    const { app: identity } = await account.enter('demo-app')
    const app = initializeApp({ ...identity }, `visitors ${databaseId}`)
    connectAuth(app, { origin, persistence: inMemoryPersistence })
    return new VisitorsApp(connectFirestore(app, { origin, databaseId }))
  }

  /** What comes of a request: `done`, or the code of the error. */
  async try(request: (firestore: Firestore) => Promise<unknown>): Promise<string> {
    try {
      await request(this.firestore)
      return 'done'
    } catch (thrown) {
      return (thrown as { code: string }).code
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { app } = this.firestore
    await terminate(this.firestore)
    await deleteApp(app)
  }
}

const order = (id: string) => (firestore: Firestore) => doc(firestore, 'orders', id)

async function openAllDatabases(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More about this database' }).click()
  await page.getByRole('menuitem', { name: 'All databases' }).click()
}

test('a second database is made, gets rules of its own, is written by an app, edited, followed to its rules and deleted', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  await openSignedIn(page, `${world.origin}/projects/demo-app/data`)
  await expect(page.getByRole('button', { name: /^Database / })).toHaveCount(0)
  await openAllDatabases(page)
  const dialog = page.getByRole('dialog', { name: 'Databases' })
  await dialog.getByLabel('Id of a new database').fill('Archive')
  await dialog.getByRole('button', { name: 'Create database' }).click()
  await expect(dialog.getByText('An id has 4 to 63')).toBeVisible()
  await dialog.getByLabel('Id of a new database').fill('archive')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create database' }).click()
  await expect(page).toHaveURL(/\/data\/?\?database=archive$/)
  await expect(page.getByText('No collections yet')).toBeVisible()
  await expect(page.getByText('Choose a collection')).toBeHidden()
  const databaseSwitch = page.getByRole('button', { name: /^Database archive/ })
  await expect(databaseSwitch).toBeVisible()

  // Closed until it has rules of its own.
  await using visitors = await VisitorsApp.open(world, 'archive')
  const write = async (firestore: Firestore) => await setDoc(order('a1')(firestore), { total: 3, note: 'old' })
  expect(await visitors.try(write)).toBe('permission-denied')
  await page.goto(`${world.origin}/projects/demo-app/rules?database=archive`)
  const rules = new RulesScreen(page)
  await expect(page.getByText('This database has no rules of its own.')).toBeVisible()
  await rules.write(documentRules('    match /orders/{order} { allow get, create: if true; }'))
  await rules.publish('The archive is open')
  await expect(page.getByText('As published')).toBeVisible()
  expect(await visitors.try(write)).toBe('done')
  expect(await visitors.try(async (firestore) => await deleteDoc(order('a1')(firestore)))).toBe('permission-denied')

  // The console shows it, edits it, and leaves the document of the same path in the default database alone.
  await page.getByRole('button', { name: /^Database archive/ }).click()
  await expect(page.getByRole('menuitem', { name: '(default)' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`${world.origin}/projects/demo-app/data/orders?database=archive`)
  await page.getByRole('link', { name: 'a1', exact: true }).click()
  await expect(page).toHaveURL(/\/data\/orders\/a1\?database=archive$/)
  const data = new DataBrowser(page)
  await expect(data.value('note')).toContainText('old')
  await data.editValue('note', 'string', 'edited')
  await data.save()
  const read = async () => (await getDoc(order('a1')(visitors.firestore))).data()
  await expect.poll(read).toEqual({ total: 3, note: 'edited' })
  await page.reload()
  await expect(data.value('note')).toContainText('edited')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'orders' }).click()
  await expect(page).toHaveURL(/\/data\/orders\?database=archive$/)

  // What was denied leads to the rules that denied it.
  await page.goto(`${world.origin}/projects/demo-app/requests?database=archive&verdict=denied`)
  await page.getByRole('button', { name: /delete orders\/a1/ }).click()
  const request = page.getByRole('complementary', { name: 'Request' })
  await expect(request).toContainText('archive')
  await request.getByRole('link', { name: 'Try in the draft' }).click()
  await expect(page).toHaveURL(/\/rules\?.*database=archive/)
  await expect(rules.editor).toContainText('allow get, create')

  // The palette knows the documents of every database.
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('orders/a1')
  await page.getByRole('option', { name: /orders\/a1.*archive/ }).click()
  await expect(page).toHaveURL(/\/data\/orders\/a1\?database=archive$/)
  // The rules, which are left, have such a button, too, whose menu goes with them.
  await expect(data.value('note')).toContainText('edited')
  await databaseSwitch.click()
  await page.getByRole('menuitem', { name: 'All databases' }).click()
  const deletion = dialog.getByRole('button', { name: 'Delete archive' })
  await dialog.getByRole('button', { name: 'Protect archive from deletion' }).click()
  await expect(dialog.getByText('Protected')).toBeVisible()
  await expect(deletion).toBeDisabled()
  await dialog.getByRole('button', { name: 'Allow the deletion of archive' }).click()
  await deletion.click()
  const confirm = page.getByRole('alertdialog', { name: 'Delete the database archive?' })
  await confirm.getByLabel('Type archive to confirm').fill('archive')
  await confirm.getByRole('button', { name: 'Delete archive' }).click()
  await expect(page).toHaveURL(/\/data\/?$/)
  await page.goBack()
  await expect(page.getByText('There is no database archive')).toBeVisible()
  await expectAccessible(page)
  expect(complaints).toEqual([])
})
