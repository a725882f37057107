import { expect } from '@playwright/test'
import { collection, deleteDoc, doc, getDoc, getDocs, setDoc, writeBatch } from 'firebase/firestore'
import { collectComplaints, ConsoleWorld, expectAccessible, expectAccessibleInBothThemes } from './console-world.ts'
import { DataBrowser } from './data-browser.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

/** Writes documents such as `notes/n00`, `notes/n01` and so on, and deletes them in one commit. */
async function deleteMany(
  { services: { firestore } }: ProjectOperator,
  count: number,
  { collection: within = 'notes', prefix = 'n' }: { collection?: string; prefix?: string } = {},
): Promise<void> {
  const all = Array.from({ length: count }, (_, at) => doc(firestore, within, prefix + String(at).padStart(2, '0')))
  const [writing, deleting] = [writeBatch(firestore), writeBatch(firestore)]
  for (const [at, one] of all.entries()) writing.set(one, { at })
  for (const one of all) deleting.delete(one)
  await writing.commit()
  await deleting.commit()
}

test('what was deleted in a collection is listed, looked at and restored', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using other = await ProjectOperator.enter(world)
  const { firestore } = other.services
  const complaints = collectComplaints(page)

  await test.step('what was deleted in a collection is listed with who did it, looked at, and restored by keyboard', async () => {
    for (const path of ['notes/first', 'notes/second', 'notes/third', 'notes/first/lines/1', 'letters/a b']) {
      await setDoc(doc(firestore, path), { text: `what ${path} said` })
    }
    await openSignedIn(page, `${world.origin}/projects/demo-app/data/notes`)
    await page.getByRole('button', { name: 'More for this collection' }).click()
    await page.getByRole('menuitem', { name: 'Deleted documents' }).click()
    await expect(page).toHaveURL(/\/data\/notes\?view=deleted$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Deleted documents' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No deleted documents' })).toBeVisible()

    for (const path of ['notes/first', 'notes/second', 'notes/first/lines/1', 'letters/a b']) {
      await deleteDoc(doc(firestore, path))
    }
    await page.getByRole('button', { name: 'Refresh' }).press('Enter')
    const deleted = page.getByRole('list', { name: 'Deleted documents, the newest first' })
    await expect(deleted.getByRole('link')).toHaveText(['second', 'first'])
    await expect(deleted.getByRole('listitem').first()).toContainText('you')
    await expectAccessibleInBothThemes(page)
    await page.reload()
    await deleted.getByRole('link', { name: 'first' }).press('Enter')
    await expect(page.getByRole('list', { name: 'Fields that changed' })).toContainText('what notes/first said')
    await page.goBack()
    await deleted.getByRole('button', { name: 'Restore notes/second' }).press('Enter')
    await expect(page.getByText('Restored notes/second')).toBeVisible()
    await expect(deleted.getByRole('link')).toHaveText(['first'])
    await expect(deleted.getByRole('button', { name: 'Restore notes/first' })).toBeFocused()

    // Somebody makes it anew before it is restored: theirs stays.
    await setDoc(doc(firestore, 'notes/first'), { text: 'new' })
    await deleted.getByRole('button', { name: 'Restore notes/first' }).press('Enter')
    await expect(page.getByText(/^Couldn’t restore notes\/first\. There is a document by this id again/)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No deleted documents' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to the collection' }).press('Enter')
    await page.getByRole('link', { name: 'first', exact: true }).click()
    await expect(new DataBrowser(page).value('text')).toHaveText('new')

    // What went with a whole tree, or with the last of a collection, is found from the database.
    await page.goto(`${world.origin}/projects/demo-app/data`)
    await page.getByRole('button', { name: 'More about this database' }).click()
    await page.getByRole('menuitem', { name: 'Deleted documents' }).press('Enter')
    await expect(deleted.getByRole('link')).toHaveText(['letters/a b', 'notes/first/lines/1'])
    await deleted.getByRole('button', { name: 'Restore letters/a b' }).press('Enter')
    await expect(deleted.getByRole('link')).toHaveText(['notes/first/lines/1'])
    await page.getByRole('link', { name: 'Go to the data' }).press('Enter')
    await expect(page.getByRole('link', { name: 'letters' })).toBeVisible()
  })

  await test.step('deletions of a stretch of time are listed, which the address keeps', async () => {
    await deleteMany(other, 2, { collection: 'drafts' })
    await page.goto(`${world.origin}/projects/demo-app/data/drafts?view=deleted`)
    const rows = page.getByRole('list', { name: 'Deleted documents, the newest first' }).getByRole('listitem')
    await expect(rows).toHaveCount(2)
    const [from, until] = [page.getByLabel('From', { exact: true }), page.getByLabel('Until', { exact: true })]
    await from.fill('2026-01-01T10:01')
    await until.fill('2026-01-01T10:00')
    await page.keyboard.press('Enter')
    await expect(until).toHaveAccessibleDescription('This is before the beginning.')
    await expect(rows).toHaveCount(2)
    await until.fill('2026-01-01T10:01')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Nothing was deleted in this time' })).toBeVisible()
    await expect(page).toHaveURL(/[?&]since=/)
    await expectAccessible(page)
    await page.reload()
    await expect(from).toHaveValue('2026-01-01T10:01')
    await until.fill('')
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(2)
    await page.goBack()
    await expect(until).toHaveValue('2026-01-01T10:01')
    await expect(rows).toHaveCount(0)
  })

  expect(complaints).toEqual([])
})

test('many deleted documents come page by page until the end of what is listed, also after one failed', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await using other = await ProjectOperator.enter(world)
  for (const prefix of ['a', 'b', 'c']) await deleteMany(other, 340, { prefix })
  const viewer = { email: 'vera@example.com', password: 'correct horse', role: 'viewer' } as const
  await ProjectOperator.addMember(world, viewer)
  const asked: string[] = []
  let fails = false
  await page.route(/\/deleted\?/, async (route) => {
    const url = new URL(route.request().url())
    asked.push(url.searchParams.get('pageToken') ?? 'first')
    // Hundreds come as tens do, and twenty pages take long to show.
    if (asked.length > 3) url.searchParams.set('pageSize', '450')
    if (!fails) return await route.continue({ url: url.href })
    fails = false
    await route.fulfill({ status: 500, json: { error: { code: 500, status: 'INTERNAL', message: 'no' } } })
  })
  await page.setViewportSize({ width: 320, height: 640 })
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/notes?view=deleted`, viewer)
  const rows = page.getByRole('list', { name: 'Deleted documents, the newest first' }).getByRole('listitem')
  await expect(rows).toHaveCount(50)
  await test.step('they have room on a phone, and a viewer restores none', async () => {
    await expect(rows.getByRole('link').first()).toHaveText('c00')
    await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })

  await test.step('each further page goes on where the one before ended', async () => {
    const more = page.getByRole('button', { name: 'Show earlier deletions' })
    fails = true
    await more.click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(rows).toHaveCount(50)
    await page.getByRole('button', { name: 'Try again' }).click()
    for (const shown of [100, 550]) {
      await expect(rows).toHaveCount(shown)
      await more.click()
    }
    await expect(rows).toHaveCount(1_000)
    await expect(page.getByText(/^These are the 1,000 deleted last\./)).toBeVisible()
    await expect(more).toHaveCount(0)
    // The one that failed was asked for twice, and none of the others.
    expect(asked).toHaveLength(5)
    expect(new Set(asked).size).toBe(4)
  })
})

test('many deleted documents are restored by a job', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using other = await ProjectOperator.enter(world)
  const { firestore } = other.services

  await test.step('all that are listed are restored by a job, each where nobody made it anew', async () => {
    await deleteMany(other, 55)
    await openSignedIn(page, `${world.origin}/projects/demo-app/data/notes?view=deleted`)
    for (const id of ['n02', 'n04']) await page.getByRole('checkbox', { name: `Select notes/${id}` }).click()
    await page.getByRole('checkbox', { name: 'Select notes/n02' }).press('Space')
    await page.getByRole('button', { name: 'Restore 1 selected' }).press('Enter')
    await page.getByRole('alertdialog', { name: 'Restore 1 document?' }).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('checkbox', { name: 'Select notes/n03' }).press('Space')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Restore 2 selected' }).press('Enter')
    const some = page.getByRole('alertdialog', { name: 'Restore 2 documents?' })
    await some.getByRole('button', { name: 'Restore 2 documents' }).press('Enter')
    await expect(page.getByRole('checkbox', { name: 'Select notes/n04' })).toHaveCount(0)
    const isThere = (id: string) => getDoc(doc(firestore, `notes/${id}`)).then((found) => found.exists())
    expect(await Promise.all(['n02', 'n03', 'n04'].map(isThere))).toEqual([false, true, true])
    await page.getByRole('button', { name: 'Show earlier deletions' }).click()
    let isFirst = true
    await page.route(/:restore$/, async (route) => {
      if (isFirst) {
        isFirst = false
        // Done at the server, and never heard of here.
        await route.fetch()
        return await route.abort()
      }
      if (route.request().url().includes('n40:restore')) await setDoc(doc(firestore, 'notes/n40'), { at: 'new' })
      await route.continue()
    })
    await page.getByRole('button', { name: 'Restore all 53 listed' }).press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Restore 53 documents?' })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Restore 53 documents' }).press('Enter')
    const job = page.getByRole('article', { name: 'Restoring · notes' })
    await expect(job).toContainText('52 restored')
    await expect(page.getByRole('heading', { name: 'No deleted documents' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused()
    await job.getByText('1 document couldn’t be done').click()
    await expect(job).toContainText('notes/n40: There is a document by this id again. Nothing was changed.')
    const found = await getDocs(collection(firestore, 'notes'))
    expect(found.docs.map((one) => one.get('at') as unknown)).toEqual(
      Array.from({ length: 55 }, (_, at) => (at === 40 ? 'new' : at)),
    )
  })

  await test.step('those that were selected are restored and no other, whatever the list does meanwhile', async () => {
    await deleteMany(other, 5, { collection: 'drafts' })
    await page.unroute(/:restore$/)
    await page.goto(`${world.origin}/projects/demo-app/data/drafts?view=deleted`)
    const rows = page.getByRole('list', { name: 'Deleted documents, the newest first' }).getByRole('listitem')
    const reload = page.getByRole('button', { name: 'Refresh' })
    const restored = async () => (await getDocs(collection(firestore, 'drafts'))).docs.map(({ id }) => id)

    // The selected one leaves the list behind the question: the list comes again once a job of before is over.
    const held = Promise.withResolvers<void>()
    await page.route(/n00:restore$/, async (route) => {
      await held.promise
      await route.continue()
    })
    for (const id of ['n00', 'n01']) await page.getByRole('checkbox', { name: `Select drafts/${id}` }).click()
    await page.getByRole('button', { name: 'Restore 2 selected' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore 2 documents' }).click()
    await page.getByRole('checkbox', { name: 'Select drafts/n01' }).click()
    await page.getByRole('button', { name: 'Restore 1 selected' }).click()
    const question = page.getByRole('alertdialog', { name: 'Restore 1 document?' })
    await expect(question).toBeVisible()
    await expect.poll(restored).toEqual(['n01'])
    held.resolve()
    await expect(page.locator('ol > li').filter({ hasText: 'n01' })).toHaveCount(0)
    await question.getByRole('button', { name: 'Restore 1 document' }).click()
    const jobs = page.getByRole('article', { name: 'Restoring · drafts' })
    await expect(jobs.filter({ hasText: '1 document couldn’t be done' })).toHaveCount(1)
    expect(await restored()).toEqual(['n00', 'n01'])

    // Without a question, too: nothing else is offered in its stead until the selection is cleared.
    await page.getByRole('checkbox', { name: 'Select drafts/n03' }).click()
    await setDoc(doc(firestore, 'drafts/n03'), { at: 'new' })
    await reload.click()
    await expect(rows).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Restore 0 selected' })).toBeDisabled()
    await page.getByRole('button', { name: 'Clear selection' }).press('Enter')
    await expect(reload).toBeFocused()
    await expect(page.getByRole('button', { name: 'Restore all 2 listed' })).toBeEnabled()
  })
})
