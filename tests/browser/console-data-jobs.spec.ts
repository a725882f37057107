import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { collection, doc, getCountFromServer, getDoc, query, updateDoc, where, writeBatch } from 'firebase/firestore'
import { collectComplaints, ConsoleWorld, expectAccessible, signIn } from './console-world.ts'
import { ProjectOperator } from './project-operator.ts'

/** Documents `parts/0001` and so on. */
async function addParts(operator: ProjectOperator, count: number): Promise<void> {
  const { firestore } = operator.services
  for (let from = 1; from <= count; from += 250) {
    const batch = writeBatch(firestore)
    for (let n = from; n < Math.min(from + 250, count + 1); n += 1) {
      const id = String(n).padStart(4, '0')
      batch.set(doc(firestore, 'parts', id), { n, name: `part ${id}`, isEven: n % 2 === 0, tricky: '=1+1, "x"' })
    }
    await batch.commit()
  }
}

test('a collection is exported and imported as JSON lines and as CSV, and is what it was', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { firestore } = operator.services
  await addParts(operator, 450)
  const complaints = collectComplaints(page)
  await page.goto(`${world.origin}/projects/demo-app/data/parts`)
  await signIn(page)
  for (const [format, file] of [
    ['JSON lines', 'parts.jsonl'],
    ['CSV', 'parts.csv'],
  ] as const) {
    await updateDoc(doc(firestore, 'parts/0007'), { n: 7 })
    await page.getByRole('button', { name: 'More for this collection' }).press('Enter')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Export parts' })
    await dialog.getByRole('button', { name: /Format/ }).click()
    await page.getByRole('option', { name: format }).click()
    await dialog.getByRole('button', { name: 'Start the export' }).press('Enter')
    await expect(page).toHaveURL(/\/jobs$/)
    const job = page.getByRole('article', { name: 'Export · parts' }).first()
    await expect(job).toContainText('450 documents')
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await job.getByRole('button', { name: `Download ${file}` }).press('Enter')
    const path = await (await downloading).path()
    const text = await readFile(path, 'utf8')
    expect(text).toContain(format === 'CSV' ? 'parts/0007,' : '"path":"parts/0007"')

    const changed = doc(firestore, 'parts/0007')
    const batch = writeBatch(firestore)
    batch.delete(doc(firestore, 'parts/0008'))
    batch.update(changed, { n: -1 })
    await batch.commit()
    await page.getByRole('link', { name: 'Data' }).first().click()
    await page.getByRole('link', { name: 'parts', exact: true }).click()
    await page.getByRole('button', { name: 'More for this collection' }).click()
    await page.getByRole('menuitem', { name: 'Import' }).click()
    const importing = page.getByRole('dialog', { name: 'Import into parts' })
    await importing.getByRole('button', { name: 'Start the import' }).click()
    await expect(importing.getByText('Choose a file first.')).toBeVisible()
    await importing.getByLabel('File', { exact: true }).setInputFiles({
      name: file,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    })
    if (format === 'CSV') await importing.getByText('Overwrite', { exact: true }).click()
    await importing.getByRole('button', { name: 'Start the import' }).click()
    const imported = page.getByRole('article', { name: `Import · ${file} → parts` })
    await expect(imported).toContainText('done')
    await expect(imported).toContainText('450 documents')
    expect((await getDoc(doc(firestore, 'parts/0008'))).data()).toEqual({
      n: 8,
      name: 'part 0008',
      isEven: true,
      tricky: '=1+1, "x"',
    })
    // What is there is kept unless somebody asks for more.
    expect((await getDoc(changed)).get('n')).toBe(format === 'CSV' ? 7 : -1)
    if (format === 'JSON lines') await expect(imported).toContainText('449 documents couldn’t be done')
    await page.goto(`${world.origin}/projects/demo-app/data/parts`)
  }
  expect(complaints).toEqual([])
})

test('all that a query finds gets a field, and is deleted after its name is typed', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { firestore } = operator.services
  await addParts(operator, 460)
  await page.goto(`${world.origin}/projects/demo-app/data/parts?where=${JSON.stringify(['isEven == true'])}`)
  await signIn(page)
  await expect(page.getByText('First 200 documents')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
  await page.getByRole('button', { name: 'Select all of the query' }).click()
  await expect(page.getByText('All 230 documents of this query selected')).toBeVisible()
  await page.getByRole('button', { name: 'Set a field' }).click()
  const setting = page.getByRole('dialog', { name: 'Set a field of 230 documents' })
  await setting.getByRole('textbox', { name: 'Field' }).fill('shelf.row')
  await setting.getByRole('textbox', { name: 'Value' }).fill('B')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const change = page.getByRole('article', { name: 'Change of a field · parts' })
  await expect(change).toContainText('done')
  const parts = collection(firestore, 'parts')
  expect((await getCountFromServer(query(parts, where('shelf.row', '==', 'B')))).data().count).toBe(230)
  expect((await getDoc(doc(firestore, 'parts/0002'))).data()).toMatchObject({ n: 2, shelf: { row: 'B' } })

  await page.goBack()
  await expect(page.getByText('First 200 documents')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
  await page.getByRole('button', { name: 'Select all of the query' }).click()
  await page.getByRole('button', { name: 'Delete 230 documents' }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete 230 documents?' })
  await deleting.getByLabel('Type parts to confirm').fill('part')
  await page.keyboard.press('Enter')
  await expect(deleting.getByLabel('Type parts to confirm')).toHaveAccessibleDescription('This is not parts.')
  await deleting.getByLabel('Type parts to confirm').fill('parts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'Deletion · parts' })).toContainText('done')
  expect((await getCountFromServer(parts)).data().count).toBe(230)
})

test('a job is cancelled, and says so', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  await addParts(operator, 250)
  await page.goto(`${world.origin}/projects/demo-app/data/parts`)
  await signIn(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/*:runQuery', async (route) => {
    await held.promise
    await route.abort()
  })
  await page.getByRole('button', { name: 'More for this collection' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Start the export' }).click()
  await page.getByRole('button', { name: 'Cancel Export · parts' }).press('Enter')
  await expect(page.getByRole('article', { name: 'Export · parts' })).toContainText('cancelled')
  held.resolve()
  await page.getByRole('button', { name: 'Take Export · parts off the list' }).press('Enter')
  await expect(page.getByText('No jobs')).toBeVisible()
  await expectAccessible(page)
})
