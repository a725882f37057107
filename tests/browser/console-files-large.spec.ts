import { expect, type Page } from '@playwright/test'
import { deleteObject, getMetadata, ref, updateMetadata } from 'firebase/storage'
import { ConsoleWorld, expectAccessibleInBothThemes } from './console-world.ts'
import { createProjects } from './create-projects.ts'
import { list, numbered, openFiles, row, storeMany } from './files-screen.ts'
import { goWithin } from './go-within.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

/** What the page asks of the storage; `take` begins to count anew. */
function storageRequests(page: Page): { readonly take: () => readonly string[] } {
  let seen: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/(v0|storage\/v1)\/b\//.test(pathname)) seen.push(`${request.method()} ${pathname}${search}`)
  })
  return {
    take: () => {
      const taken = seen
      seen = []
      return taken
    },
  }
}

test('folders of many files', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await createProjects(world, 'tree-app')
  await using operator = await ProjectOperator.enter(world)
  const { storage } = operator.services
  await storeMany(storage, numbered('big', 600))
  await page.setViewportSize({ width: 1440, height: 900 })
  const requests = storageRequests(page)
  await openFiles(page, world, 'big')
  await test.step('a folder of 600 files takes a handful of questions, and one to be read anew', async () => {
    await expect(row(page, 'a0000.txt')).toBeVisible()
    await expect(page.getByRole('row', { name: 'big' })).toBeVisible()
    await expect(page.getByText('The first 200 entries of more; sorted among these')).toBeVisible()
    expect(requests.take().length).toBeLessThanOrEqual(4)

    const more = list(page).getByRole('button', { name: 'Show more' })
    await more.click()
    await expect(page.getByText('The first 400 entries')).toBeVisible()
    await more.click()
    await expect(page.getByText('600 files')).toBeVisible()
    await expect(row(page, 'a0599.txt')).toBeAttached()
    expect(requests.take().length).toBe(2)

    // What somebody else did meanwhile shows when the list is read anew, with what is known of each file.
    await updateMetadata(ref(storage, 'big/a0599.txt'), { contentType: 'text/markdown' })
    await deleteObject(ref(storage, 'big/a0300.txt'))
    const { size } = await getMetadata(ref(storage, 'big/a0599.txt'))
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('599 files')).toBeVisible()
    const last = list(page)
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: 'a0599.txt' }) })
    await expect(last).toContainText('text/markdown')
    await expect(last).toContainText(`${size} B`)
    expect(requests.take().length).toBe(1)
  })

  await test.step('folders that stand behind many files are looked for when somebody asks, and the tree says that it isn’t all', async () => {
    await using other = await ProjectOperator.enter(world, 'tree-app')
    await storeMany(other.services.storage, [
      ...numbered('top', 30),
      'top/b-folder/one.txt',
      'top/zzz-folder/two.txt',
      'top/c.txt',
    ])
    // The real pages, made small: the tree asks for so many of 1,000 entries each before it lets somebody decide.
    await page.route(/\/v0\/b\/[^/]+\/o\?/, async (route) => {
      const url = new URL(route.request().url())
      if (url.searchParams.get('delimiter') === '/') url.searchParams.set('maxResults', '3')
      await route.continue({ url: url.href })
    })
    await goWithin(page, '/projects/tree-app/files/top')
    const tree = page.getByRole('treegrid', { name: 'Folders' })
    const more = tree.getByRole('row', { name: 'No folder so far Look for more' })
    await expect(more).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expect(tree.getByRole('row', { name: 'zzz-folder' })).toHaveCount(0)

    await tree.getByRole('row', { name: 'top', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(more).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(tree.getByRole('row', { name: 'zzz-folder' })).toBeVisible()
    await expect(tree.getByRole('row', { name: 'b-folder' })).toBeVisible()
    await expect(tree.getByText('Look for more')).toHaveCount(0)
    await expect(page).toHaveURL(/\/files\/top$/)
    await tree.getByRole('row', { name: 'zzz-folder' }).click()
    await expect(row(page, 'two.txt')).toBeVisible()
  })
})
