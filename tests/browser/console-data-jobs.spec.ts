import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import {
  Bytes,
  collection,
  deleteDoc,
  doc,
  GeoPoint,
  getCountFromServer,
  getDoc,
  query,
  setDoc,
  Timestamp,
  updateDoc,
  where,
  writeBatch,
} from 'firebase/firestore'
import { addParts } from './add-parts.ts'
import { ConsoleAdministrator } from './console-administrator.ts'
import { collectComplaints, ConsoleWorld, expectAccessible } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'
import { addUsers } from './users-screen.ts'

test('a collection and a whole database are exported, imported, and are what they were', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { firestore } = operator.services
  await addParts(operator, 210)
  const complaints = collectComplaints(page)
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/parts`)

  await test.step('a collection as JSON lines and as CSV', async () => {
    for (const [format, file] of [
      ['JSON lines', 'parts.jsonl'],
      ['CSV', 'parts.csv'],
    ] as const) {
      await updateDoc(doc(firestore, 'parts/0007'), { n: 7 })
      await page.getByRole('button', { name: 'More for this collection' }).press('Enter')
      // The menu opens with its first entry, which is not yet there for a key that follows at once.
      await expect(page.getByRole('menuitem', { name: 'Export' })).toBeFocused()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Export parts' })
      await dialog.getByRole('button', { name: /Format/ }).click()
      await page.getByRole('option', { name: format }).click()
      await dialog.getByRole('button', { name: 'Start the export' }).press('Enter')
      // The list stays where it is, with the job beside it.
      await expect(page).toHaveURL(/\/data\/parts$/)
      const job = page.getByRole('article', { name: 'Export · parts' }).first()
      await expect(job).toContainText('210 documents')
      const download = job.getByRole('button', { name: `Download ${file}` })
      const downloading = page.waitForEvent('download')
      await download.press('Enter')
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
      await expect(imported).toContainText('210 documents')
      expect((await getDoc(doc(firestore, 'parts/0008'))).data()).toEqual({
        n: 8,
        name: 'part 0008',
        isEven: true,
        tricky: '=1+1, "x"',
      })
      // What is there is kept unless somebody asks for more.
      expect((await getDoc(changed)).get('n')).toBe(format === 'CSV' ? 7 : -1)
      if (format === 'JSON lines') {
        await expect(imported).toContainText('1 written')
        await expect(imported).toContainText('209 kept as they were')
      }
      await page.goto(`${world.origin}/projects/demo-app/data/parts`)
    }
  })

  await test.step('a whole database is exported into one file, which another page downloads, and imported back as it was', async () => {
    const kept = new Map<string, object>([
      [
        'parts/0001/items/a b',
        { at: new Timestamp(1_700_000_000, 123_456_000), where: new GeoPoint(1.5, -2), none: null },
      ],
      [
        'missing/parent/notes/1',
        { ref: doc(firestore, 'parts/0001'), raw: Bytes.fromUint8Array(new Uint8Array([1, 2])) },
      ],
      ['last/é', { list: [1, 1.5, { deep: true }], big: 2 ** 40 }],
    ])
    for (const [path, data] of kept) await setDoc(doc(firestore, path), data)
    const valuesNow = () =>
      Promise.all(
        [...kept.keys()].map(async (path): Promise<unknown> => {
          return JSON.parse(JSON.stringify((await getDoc(doc(firestore, path))).data()))
        }),
      )
    const before = await valuesNow()
    await page.getByRole('link', { name: 'Data' }).first().click()
    const begin = async () => {
      await page.getByRole('button', { name: 'More about this database' }).click()
      await page.getByRole('menuitem', { name: 'Export the database' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Export the database' })
      await dialog.getByRole('button', { name: 'Start the export' }).press('Enter')
    }
    const job = page.getByRole('article', { name: 'Export · all collections' })
    await begin()
    await expect(job.getByRole('button', { name: 'Download demo-app.jsonl' })).toBeVisible()
    // With those of the sample data.
    const total = Number(/(\d+) documents/.exec((await job.textContent()) ?? '')?.[1])
    expect(total).toBeGreaterThan(213)

    // The tab is gone, and the file is not.
    await page.reload()
    await page.getByRole('link', { name: 'Jobs' }).first().click()
    await job.getByText('Log', { exact: true }).click()
    await expect(job.getByRole('list', { name: 'Log' }).getByRole('listitem').last()).toContainText('done')
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await job.getByRole('button', { name: 'Download demo-app.jsonl' }).press('Enter')
    const buffer = await readFile(await (await downloading).path())
    const lines = buffer.toString().trimEnd().split('\n')
    expect(lines).toHaveLength(total + 2)
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ end: true, documents: total })

    for (const path of [...kept.keys(), 'parts/0002']) await deleteDoc(doc(firestore, path))
    await page.getByRole('link', { name: 'Data' }).first().click()
    await page.getByRole('button', { name: 'More about this database' }).click()
    await page.getByRole('menuitem', { name: 'Import a file' }).press('Enter')
    const importing = page.getByRole('dialog', { name: 'Import' })
    await importing
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'demo-app.jsonl', mimeType: 'text/plain', buffer })
    await importing.getByRole('button', { name: 'Start the import' }).click()
    const imported = page.getByRole('article', { name: 'Import · demo-app.jsonl' })
    await expect(imported).toContainText('4 written')
    await expect(imported).toContainText(`${total - 4} kept as they were`)
    expect(await valuesNow()).toEqual(before)
  })
  expect(complaints).toEqual([])
})

test('documents are imported from files, which are looked at before', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { firestore } = operator.services
  await addParts(operator, 1)

  await test.step('an import shows how the file is read before anything is written, and says when it wrote nothing', async () => {
    await openSignedIn(page, `${world.origin}/projects/demo-app/data/parts`)
    const importLines = async (...lines: readonly object[]) => {
      await page.getByRole('button', { name: 'More for this collection' }).click()
      await page.getByRole('menuitem', { name: 'Import' }).click()
      const importing = page.getByRole('dialog', { name: 'Import into parts' })
      await importing.getByLabel('File', { exact: true }).setInputFiles({
        name: 'cut.jsonl',
        mimeType: 'text/plain',
        buffer: Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')),
      })
      const read = importing.getByRole('region', { name: 'How the file is read' })
      return {
        dialog: importing,
        read,
        start: () => importing.getByRole('button', { name: 'Start the import' }).click(),
      }
    }
    const exported = { path: 'others/a', fields: { name: { stringValue: 'three' } } }
    const first = await importLines(exported, { name: { stringValue: 'typed' } }, { a: { nullValue: null }, b: 1 })
    await expect(first.read.getByRole('listitem').first()).toContainText('Line 1, a line of an export → others/a')
    await expect(first.read).toContainText('name: three string')
    await expect(first.read).toContainText('Line 2, typed JSON → a new document in parts')
    await expect(first.read).toContainText('Line 3: Some values name their type')
    await expect(first.dialog.getByRole('alert')).toContainText('documents of other collections: others')
    await first.dialog.getByText('Import those as well').click()
    await expectAccessible(page)
    expect((await getDoc(doc(firestore, 'others/a'))).exists()).toBe(false)
    await first.start()
    // Jobs has the newest first.
    const done = page.getByRole('article', { name: 'Import · cut.jsonl → parts' }).first()
    await expect(done).toContainText('done in part')
    await expect(done).toContainText('2 written')
    await expect(done).toContainText('1 failed')
    expect((await getDoc(doc(firestore, 'others/a'))).data()).toEqual({ name: 'three' })
    expect(
      (await getCountFromServer(query(collection(firestore, 'parts'), where('name', '==', 'typed')))).data().count,
    ).toBe(1)

    await page.goto(`${world.origin}/projects/demo-app/data/parts`)
    const numbers = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`field${at}`, { integerValue: '1' }]))
    const place = { geoPointValue: { latitude: 47.5, longitude: 15 } }
    const second = await importLines({ path: 'others/a', fields: { a: place, ...numbers } })
    await expect(second.read).toContainText('47.5, 15 geo point')
    await expect(second.read).toContainText('And 2 more fields')
    await second.start()
    await expect(done).toContainText('Line 1: others/a lies outside of parts, and was left out.')
    await expect(done).toContainText('0 written')

    // A field `id` names the document, so that a second import finds it there. Begun on the page of no collection.
    for (const isThere of [false, true]) {
      await page.goto(`${world.origin}/projects/demo-app/data`)
      await page.getByRole('button', { name: 'More about this database' }).click()
      await page.getByRole('menuitem', { name: 'Import a file' }).click()
      const importing = page.getByRole('dialog', { name: 'Import' })
      await importing.getByLabel('Into the collection (optional)').fill('parts')
      await importing.getByLabel('File', { exact: true }).setInputFiles({
        name: 'named.jsonl',
        mimeType: 'text/plain',
        buffer: Buffer.from('{"id":"one","n":1}\n{"id":"two","n":2}\n'),
      })
      await expect(importing.getByText('Line 1, plain JSON → parts/one')).toBeVisible()
      await expect(importing.getByRole('button', { name: /Take the id from/ })).toContainText('The field id')
      await importing.getByRole('button', { name: 'Start the import' }).click()
      const named = page.getByRole('article', { name: 'Import · named.jsonl → parts' }).first()
      await expect(named).toContainText(isThere ? '2 kept as they were' : /done\s*2 documents/)
      expect((await getDoc(doc(firestore, 'parts/two'))).data()).toEqual({ n: 2 })
    }
  })

  await test.step('an import of CSV says beforehand which values of a column of numbers are none', async () => {
    await page.goto(`${world.origin}/projects/demo-app/data/orders`)
    await page.getByRole('button', { name: 'More for this collection' }).click()
    await page.getByRole('menuitem', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import into orders' })
    await dialog.getByLabel('File', { exact: true }).setInputFiles({
      name: 'prices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,price\na,1\nb,2.5\nc,3\nd,4\ne,notanumber\n'),
    })
    await expect(dialog.getByRole('alert')).toHaveText(
      'In the column price 1 value is no number beside 4 that are, the first in line 6: “notanumber”. It is imported as a text.',
    )
  })

  await test.step('a file that is sent survives lost answers: nothing is sent twice, and what failed goes on where it was', async () => {
    await page.goto(`${world.origin}/projects/demo-app/data/parts`)
    const importing = async (file: string): Promise<void> => {
      await page.getByRole('button', { name: 'More for this collection' }).click()
      await page.getByRole('menuitem', { name: 'Import' }).click()
      const dialog = page.getByRole('dialog', { name: 'Import into parts' })
      await dialog.getByLabel('File', { exact: true }).setInputFiles({
        name: file,
        mimeType: 'text/plain',
        buffer: Buffer.from(Array.from({ length: 1_200 }, (_, n) => JSON.stringify({ n, file })).join('\n')),
      })
      await dialog.getByRole('button', { name: 'Start the import' }).click()
    }
    const countOf = async (file: string): Promise<number> =>
      (await getCountFromServer(query(collection(firestore, 'parts'), where('file', '==', file)))).data().count
    let calls = 0
    let isDenied = false
    await page.route('**/projects/demo-app/jobs/*/lines', async (route) => {
      calls++
      if (calls === 2) {
        await route.fetch()
        await route.abort('connectionreset')
      } else if (calls === 3 && isDenied) {
        const error = { code: 403, status: 'PERMISSION_DENIED', message: 'Not now.' }
        await route.fulfill({ status: 403, json: { error } })
      } else await route.continue()
    })
    await importing('once.jsonl')
    const once = page.getByRole('article', { name: 'Import · once.jsonl → parts' })
    await page
      .getByRole('link', { name: /^Jobs|jobs? runs?$/ })
      .first()
      .click()
    await expect(once.getByText('done', { exact: true }).first()).toBeVisible()
    await expect(once).toContainText('1,200 documents')
    await expect(once).not.toContainText('failed')
    expect([calls, await countOf('once.jsonl')]).toEqual([4, 1_200])

    await once.getByRole('link', { name: 'Open parts' }).click()
    calls = 0
    isDenied = true
    await importing('again.jsonl')
    const again = page.getByRole('article', { name: 'Import · again.jsonl → parts' })
    await expect(again).toContainText('500 documents')
    await expect(again).toContainText('failed')
    await expectAccessible(page)
    await again.getByRole('button', { name: 'Go on' }).press('Enter')
    await page
      .getByRole('link', { name: /^Jobs|jobs? runs?$/ })
      .first()
      .click()
    await expect(again.getByText('done', { exact: true }).first()).toBeVisible()
    await expect(again).toContainText('1,200 documents')
    expect(await countOf('again.jsonl')).toBe(1_200)
  })
})

test('jobs delete documents, and are not lost by signing out', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { firestore } = operator.services

  await test.step('a document is deleted alone or with all below it, and a collection with everything in it', async () => {
    const at = (path: string) => doc(firestore, path)
    const batch = writeBatch(firestore)
    const paths = [
      'shops/a',
      'shops/a/items/1',
      'shops/a/items/1/notes/n',
      'shops/ab',
      'shops/b',
      'shops/b/items/1',
      'shopsx/c',
    ]
    for (const path of paths) batch.set(at(path), { n: 1 })
    await batch.commit()
    const isThere = async (path: string): Promise<boolean> => (await getDoc(at(path))).exists()

    await openSignedIn(page, `${world.origin}/projects/demo-app/data/shops/a`)
    await page.getByRole('button', { name: 'Delete document' }).click()
    await expect(page.getByText('Deleted shops/a. Its subcollections stay: items')).toBeVisible()
    const missing = page.getByRole('region', { name: 'Not there, but with subcollections' })
    await expect(missing.getByRole('link', { name: 'a', exact: true })).toBeVisible()
    expect(await isThere('shops/a/items/1')).toBe(true)

    await page.getByRole('button', { name: 'More for this document' }).click()
    await page.getByRole('menuitem', { name: 'Delete with all below' }).click()
    const asking = page.getByRole('alertdialog', { name: 'Delete shops/a with all below?' })
    await asking.getByLabel('Type a to confirm').fill('b')
    await asking.getByRole('button', { name: 'Delete a' }).click()
    await expect(asking.getByText('This is not a.')).toBeVisible()
    await asking.getByLabel('Type a to confirm').fill('a')
    await asking.getByRole('button', { name: 'Delete a' }).click()
    await expect(page.getByRole('article', { name: 'Deletion · shops/a' })).toContainText('2 documents')
    expect(await Promise.all(paths.map(isThere))).toEqual([false, false, false, true, true, true, true])

    await page.goto(`${world.origin}/projects/demo-app/data/shops`)
    await page.getByRole('button', { name: 'More for this collection' }).click()
    await page.getByRole('menuitem', { name: 'Delete the collection' }).click()
    const all = page.getByRole('alertdialog', { name: 'Delete shops with all below?' })
    await all.getByLabel('Type shops to confirm').fill('shops')
    await all.getByRole('button', { name: 'Delete shops' }).click()
    await expect(page.getByRole('article', { name: 'Deletion · shops', exact: true })).toContainText('3 documents')
    expect(await Promise.all(paths.map(isThere))).toEqual([false, false, false, false, false, false, true])
  })

  await test.step('a job is asked about by signing out; it is cancelled, and says so', async () => {
    await addParts(operator, 1)
    await page.goto(`${world.origin}/projects/demo-app/data/parts`)
    const held = Promise.withResolvers<void>()
    await page.route('**/*:runQuery', async (route) => {
      await held.promise
      await route.abort()
    })
    await page.getByRole('button', { name: 'More for this collection' }).click()
    await page.getByRole('menuitem', { name: 'Delete the collection' }).click()
    const asking = page.getByRole('alertdialog', { name: 'Delete parts with all below?' })
    await asking.getByLabel('Type parts to confirm').fill('parts')
    await asking.getByRole('button', { name: 'Delete parts' }).click()
    await expect(page.getByRole('button', { name: 'Cancel Deletion · parts' })).toBeVisible()
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const question = page.getByRole('alertdialog', { name: 'Sign out, and lose what isn’t saved?' })
    await expect(question.getByRole('listitem')).toHaveText(['1 job under way, which stops'])
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await page.getByRole('button', { name: 'Cancel Deletion · parts' }).press('Enter')
    await expect(page.getByRole('article', { name: 'Deletion · parts' })).toContainText('cancelled')
    held.resolve()
    await page.getByRole('button', { name: 'Take Deletion · parts off the list' }).press('Enter')
    await page.getByRole('link', { name: 'Jobs' }).first().click()
    await expect(page.getByText('No jobs')).toBeVisible()
    await expectAccessible(page)

    // A file that was made is asked about, too, until it is downloaded.
    await page.unroute('**/*:runQuery')
    await addUsers(await ConsoleAdministrator.enter(world, 'demo-app'), 1)
    await page.goto(`${world.origin}/projects/demo-app/users`)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: /JSON/ }).click()
    const download = page.getByRole('article', { name: /^Export of users/ }).getByRole('button', { name: /^Download/ })
    await expect(download).toBeVisible()
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(question.getByRole('listitem')).toHaveText(['1 export, not downloaded'])
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(file.suggestedFilename()).toMatch(/users/)
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByLabel('E-mail')).toBeVisible()
  })
})
