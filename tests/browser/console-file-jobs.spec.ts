import { expect, type Page } from '@playwright/test'
import { getBytes, listAll, ref, type FirebaseStorage, uploadString } from 'firebase/storage'
import { ConsoleWorld, expectAccessible, expectAccessibleInBothThemes } from './console-world.ts'
import { createProjects } from './create-projects.ts'
import { list, numbered, openFiles, refusal, row, storeMany } from './files-screen.ts'
import { goWithin } from './go-within.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

const object = /\/v0\/b\/[^/]+\/o\/[^?]+$/
const move = /\/moveTo\/o\//

async function namesIn(storage: FirebaseStorage, folder: string): Promise<readonly string[]> {
  return (await listAll(ref(storage, folder))).items.map(({ name }) => name)
}

async function deleteAllShown(page: Page, count: number): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select everything that is shown' }).press('Space')
  await page
    .getByRole('region', { name: /selected$/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  const dialog = page.getByRole('alertdialog', { name: `Delete ${count} files?` })
  await dialog.getByRole('textbox').fill(String(count))
  await page.keyboard.press('Enter')
}

test('many files are deleted and moved as jobs', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await createProjects(world, 'failing-app', 'moving-app')
  await page.clock.install()
  await openFiles(page, world)
  await test.step('a deletion of many files goes on wherever one goes, is asked about before the tab is closed, and is cancelled anywhere', async () => {
    await using operator = await ProjectOperator.enter(world, 'demo-app')
    const { storage } = operator.services
    await storeMany(storage, numbered('old', 80))
    await goWithin(page, '/projects/demo-app/files/old')
    const held = Promise.withResolvers<void>()
    let deletions = 0
    await page.route(object, async (route) => {
      if (route.request().method() === 'DELETE' && ++deletions > 60) await held.promise
      await route.continue()
    })
    await deleteAllShown(page, 80)
    const job = page.getByRole('article', { name: 'Deletion of files · old' })
    await expect(job).toContainText('60 of 80 files')
    await expect(job.getByRole('progressbar')).toBeVisible()
    await expect(page.getByText('20 files')).toBeVisible()
    await expectAccessibleInBothThemes(page)

    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expect(page).toHaveURL(/\/projects\/demo-app\/?$/)
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await expect(job).toContainText('60 of 80 files')
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()

    await page.getByRole('link', { name: 'Files', exact: true }).click()
    await expect(job).toContainText('60 of 80 files')
    await job.getByRole('button', { name: 'Cancel Deletion of files · old' }).press('Enter')
    await expect(job).toContainText('cancelled')
    held.resolve()
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await expect(job).toContainText('cancelled')
    // What was on its way is counted.
    await expect.poll(async () => (await namesIn(storage, 'old')).length).toBe(80 - deletions)
    await expect(job).toContainText(`${deletions} of 80 files`)
    expect(deletions).toBeLessThan(80)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('what couldn’t be deleted is named, and what got no answer is tried again', async () => {
    await using operator = await ProjectOperator.enter(world, 'failing-app')
    const { auth, storage } = operator.services
    await storeMany(storage, ['in/a.txt', 'in/b.txt', 'in/c.txt', 'in/deep/d.txt', 'in', 'other.txt'])
    // Some programs keep an empty file by the name of a folder. It has no row, and is no other file.
    const placeholder = `${world.origin}/v0/b/${ref(storage).bucket}/o?name=${encodeURIComponent('in/')}`
    const authorization = `Bearer ${await auth.currentUser?.getIdToken()}`
    expect((await fetch(placeholder, { method: 'POST', headers: { authorization } })).status).toBe(200)
    await goWithin(page, '/projects/failing-app/files/in')
    await expect(page.getByText('1 folder, 3 files')).toBeVisible()
    await page.getByRole('link', { name: 'Up to all files' }).click()
    const isUnanswered = new Set(['in/b.txt'])
    const held = Promise.withResolvers<void>()
    await page.route(object, async (route) => {
      const path = decodeURIComponent(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
      if (path === 'in/a.txt') await held.promise
      if (isUnanswered.delete(path)) await route.abort()
      else if (path === 'in/c.txt') await route.fulfill(refusal(400))
      else await route.continue()
    })
    await page.getByRole('checkbox', { name: 'Select in', exact: true }).first().press('Space')
    await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog', { name: 'Delete 5 files?' }).getByRole('textbox').fill('5')
    await page.keyboard.press('Enter')

    const job = page.getByRole('article', { name: 'Deletion of files · all files' })
    await expect(job).toContainText('0 of 5 files')
    await page.clock.fastForward(20_000)
    held.resolve()
    await expect(page.getByText('Deletion of files is done in part: 4 deleted. Jobs says what failed.')).toBeVisible()
    await expect(job).toContainText('4 deleted')
    // It ended after the page was told the time last, which is not in the future. It would say so by itself a little later.
    expect(await job.getByRole('time').textContent()).toBe('now')
    await job.getByText('1 file couldn’t be done').click()
    await expect(job.getByRole('list', { name: 'What couldn’t be done' })).toContainText('in/c.txt: ')
    await expectAccessible(page)
    expect(await namesIn(storage, 'in')).toEqual(['c.txt'])
    expect(await namesIn(storage, '')).toEqual(['in', 'other.txt'])
    await job.getByRole('button', { name: 'Take Deletion of files · all files off the list' }).press('Enter')
    await expect(job).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('many files are moved as a job: names that are taken are asked about before, and those taken since are told of', async () => {
    await using operator = await ProjectOperator.enter(world, 'moving-app')
    const { storage } = operator.services
    await storeMany(storage, [
      ...numbered('in', 40),
      'out/a0007.txt',
      'out/a0009.txt',
      'out/a0009 (2).txt',
      'out/x.txt',
    ])
    const textOf = async (path: string) => new TextDecoder().decode(await getBytes(ref(storage, path)))
    await goWithin(page, '/projects/moving-app/files/in')
    let isFirst = true
    await page.route(move, async (route) => {
      if (isFirst) {
        isFirst = false
        // Done at the server, and never heard of here.
        await route.fetch()
        return await route.abort()
      }
      if (route.request().url().includes('a0020.txt')) await uploadString(ref(storage, 'out/a0020.txt'), 'quicker')
      await route.continue()
    })
    // Pages of one name each: what is taken is looked for from page to page, and what lies between is jumped over.
    let questions = 0
    await page.route(/\/v0\/b\/[^/]+\/o\?/, async (route) => {
      questions += 1
      const url = new URL(route.request().url())
      url.searchParams.set('maxResults', '1')
      await route.continue({ url: url.href })
    })
    await page.getByRole('checkbox', { name: 'Select everything that is shown' }).press('Space')
    await page.getByRole('region', { name: '40 selected' }).getByRole('button', { name: 'Move' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move 40 files' })
    await dialog.getByRole('textbox', { name: 'Folder' }).fill('out')
    await page.keyboard.press('Enter')
    const clash = page.getByRole('dialog', { name: '2 files are here already' })
    await expect(clash).toContainText('a0007.txt')
    await expect(clash).toContainText('a0009.txt')
    expect(questions).toBe(4)
    await clash.getByRole('button', { name: 'Go on' }).press('Enter')

    const job = page.getByRole('article', { name: 'Move of files · in → out' })
    await expect(job).toContainText('39 moved')
    await job.getByText('1 file couldn’t be done').click()
    await expect(job).toContainText('in/a0020.txt: A file is at out/a0020.txt already. It is where it was.')
    await expect(row(page, 'a0020.txt')).toBeVisible()
    await expect(list(page).getByRole('link')).toHaveCount(1)
    expect(await namesIn(storage, 'in')).toEqual(['a0020.txt'])
    for (const [to, text] of [
      ['out/a0000.txt', 'in/a0000.txt'],
      ['out/a0007.txt', 'out/a0007.txt'],
      ['out/a0007 (2).txt', 'in/a0007.txt'],
      ['out/a0009 (3).txt', 'in/a0009.txt'],
      ['out/a0020.txt', 'quicker'],
    ] as const) {
      expect(await textOf(to)).toBe(text)
    }
  })
})
