import { expect, test, type Page } from '@playwright/test'
import {
  deleteObject,
  getBytes,
  getMetadata,
  listAll,
  ref,
  uploadBytes,
  uploadString,
  type FirebaseStorage,
} from 'firebase/storage'
import { collectComplaints, ConsoleWorld, expectAccessible, signIn } from './console-world.ts'
import { ProjectOperator } from './project-operator.ts'

/** One red pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

async function openFiles(page: Page, world: ConsoleWorld, address = ''): Promise<void> {
  await page.goto(`${world.origin}/projects/demo-app/files/${address}`)
  await signIn(page)
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
}

const list = (page: Page) => page.getByRole('region', { name: /^Files/ })
const row = (page: Page, name: string) => list(page).getByRole('link', { name, exact: true })
const details = (page: Page, name: string) => page.getByRole('region', { name: `Details of ${name}`, exact: true })

/** `page` holds a document that reads what was copied last. */
async function readClipboard(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return await page.evaluate(() => navigator.clipboard.readText())
}

test('folders, the open file and the order are the address', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { storage } = operator.services
  await uploadString(ref(storage, 'photos/2026/tree.txt'), 'a tree')
  await uploadString(ref(storage, 'photos/2026/house.txt'), 'a larger house')
  await storeText(storage, 'photos/100% Ä #1?.txt', 'odd')
  await openFiles(page, world)

  await expect(page.getByText('1 folder', { exact: true })).toBeVisible()
  await list(page).getByRole('link', { name: 'photos' }).click()
  await row(page, '100% Ä #1?.txt').click()
  await expect(details(page, '100% Ä #1?.txt').getByLabel('Preview of 100% Ä #1?.txt')).toHaveText('odd')
  await page.reload()
  await expect(details(page, '100% Ä #1?.txt').getByLabel('Preview of 100% Ä #1?.txt')).toHaveText('odd')
  await list(page).getByRole('link', { name: '2026' }).click()
  await expect(page).toHaveURL(`${world.origin}/projects/demo-app/files/photos/2026`)
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb.getByRole('link', { name: 'photos' })).toHaveAttribute('href', /files\/photos$/)

  const names = () => list(page).locator('tbody').getByRole('rowheader').allInnerTexts()
  expect(await names()).toEqual(['house.txt', 'tree.txt'])
  await list(page).getByRole('button', { name: 'Size' }).click()
  await expect(page).toHaveURL(/\?sort=size$/)
  expect(await names()).toEqual(['tree.txt', 'house.txt'])
  await row(page, 'tree.txt').click()
  await expect(page).toHaveURL(/\?sort=size&file=tree.txt$|\?file=tree.txt&sort=size$/)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/files\/photos\?file=/)

  // A pasted path of a file leads to the file.
  await page.goto(`${world.origin}/projects/demo-app/files/photos/2026/tree.txt`)
  await expect(page).toHaveURL(`${world.origin}/projects/demo-app/files/photos/2026?file=tree.txt`)
  await expect(details(page, 'tree.txt')).toBeVisible()
})

test('a wide screen has the folders as a tree, by keyboard too', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { storage } = operator.services
  for (const path of ['a/x/deep.txt', 'a/y/other.txt', 'b/plain.txt']) await storeText(storage, path, path)
  await page.setViewportSize({ width: 1440, height: 800 })
  await openFiles(page, world, 'a/x')

  const tree = page.getByRole('treegrid', { name: 'Folders' })
  await expect(tree.getByRole('row')).toHaveCount(4)
  await expect(tree.getByRole('row', { name: 'x' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await tree.getByRole('row', { name: 'b' }).click()
  await expect(page).toHaveURL(`${world.origin}/projects/demo-app/files/b`)
  await expect(row(page, 'plain.txt')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await expect(tree.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${world.origin}/projects/demo-app/files/a`)
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(tree).toHaveCount(0)
})

test('a long folder comes in pages', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { storage } = operator.services
  const names = Array.from({ length: 60 }, (_, at) => `${String(at).padStart(2, '0')}.txt`)
  await Promise.all(names.map((name) => uploadString(ref(storage, `many/${name}`), name)))
  await openFiles(page, world, 'many')
  await expect(row(page, '49.txt')).toBeVisible()
  await expect(row(page, '50.txt')).toHaveCount(0)
  await expect(page.getByText('The first 50 entries of more')).toBeVisible()
  await list(page).getByRole('button', { name: 'Show more' }).click()
  await expect(row(page, '59.txt')).toBeVisible()
  await expect(page.getByText('60 files, 360 B')).toBeVisible()
})

test('a link is copied, made anew and revoked, and the old one stops working', async ({ page, context }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  await uploadString(ref(operator.services.storage, 'offer.txt'), 'secret offer')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openFiles(page, world, '?file=offer.txt')

  await details(page, 'offer.txt').getByRole('button', { name: 'Copy link 1' }).click()
  await expect(details(page, 'offer.txt').getByText('Link copied').first()).toBeVisible()
  const first = await readClipboard(page)
  expect(await (await fetch(first)).text()).toBe('secret offer')

  await details(page, 'offer.txt').getByRole('button', { name: 'New link' }).click()
  await details(page, 'offer.txt').getByRole('button', { name: 'Copy link 2' }).click()
  await expect.poll(() => readClipboard(page)).not.toBe(first)
  const second = await readClipboard(page)
  expect((await fetch(second)).status).toBe(200)

  await details(page, 'offer.txt').getByRole('button', { name: 'Revoke link 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click()
  await expect(details(page, 'offer.txt').getByRole('button', { name: 'Copy link 2' })).toHaveCount(0)
  expect((await fetch(first)).status).toBe(403)
  expect((await fetch(second)).status).toBe(200)

  await details(page, 'offer.txt').getByRole('button', { name: 'Revoke link 1' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('A new link takes its place')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click()
  await expect(page.getByText('The link is revoked').first()).toBeVisible()
  await expect.poll(async () => (await fetch(second)).status).toBe(403)
  await details(page, 'offer.txt').getByRole('button', { name: 'Copy link 1' }).click()
  await expect.poll(() => readClipboard(page)).not.toBe(second)
  expect(await (await fetch(await readClipboard(page))).text()).toBe('secret offer')

  const download = page.waitForEvent('download')
  await details(page, 'offer.txt').getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('offer.txt')
})

test('metadata is edited, and what the server would refuse is said before', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const file = ref(operator.services.storage, 'notes.txt')
  await uploadString(file, 'hello', 'raw', {
    contentType: 'text/plain',
    customMetadata: { author: 'ada', draft: 'yes' },
  })
  await openFiles(page, world, '?file=notes.txt')
  const panel = details(page, 'notes.txt')
  await expect(panel).toContainText('5d41402abc4b2a76b9719d911017c592'.slice(0, 10))

  await panel.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Metadata of notes.txt' })
  await dialog.getByLabel('Content type').fill('not a type')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Content type')).toHaveAccessibleDescription(/looks like image\/png/)
  await dialog.getByLabel('Content type').fill('text/markdown')
  await dialog.getByLabel('Cache control').fill('public, max-age=60')
  await dialog.getByRole('button', { name: 'Remove draft' }).click()
  await dialog.getByRole('button', { name: 'Add a pair' }).click()
  await dialog.getByLabel('Key 2').fill('author')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The key author is there twice')
  await dialog.getByLabel('Key 2').fill('reviewer')
  await dialog.getByLabel('Value 2').fill('grace')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(dialog).toHaveCount(0)
  await expect(panel).toContainText('text/markdown')
  await expect(panel).toContainText('reviewer')
  expect(await getMetadata(file)).toMatchObject({
    contentType: 'text/markdown',
    cacheControl: 'public, max-age=60',
    customMetadata: { author: 'ada', reviewer: 'grace' },
    metageneration: '2',
  })
})

test('deleting asks first, and notices when somebody else was quicker', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { storage } = operator.services
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await uploadString(ref(storage, name), name)
  await openFiles(page, world, '?file=a.txt')

  await details(page, 'a.txt').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog', { name: 'Delete a.txt?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'a.txt')).toBeVisible()
  await details(page, 'a.txt').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete file' }).click()
  await expect(row(page, 'a.txt')).toHaveCount(0)
  await expect(details(page, 'a.txt')).toHaveCount(0)
  await expect(getMetadata(ref(storage, 'a.txt'))).rejects.toMatchObject({ code: 'storage/object-not-found' })

  await row(page, 'b.txt').click()
  await expect(details(page, 'b.txt')).toContainText('Generation')
  await deleteObject(ref(storage, 'b.txt'))
  await details(page, 'b.txt').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete file' }).click()
  await expect(page.getByText('b.txt was deleted by somebody meanwhile')).toBeVisible()
  await expect(row(page, 'b.txt')).toHaveCount(0)

  await deleteObject(ref(storage, 'c.txt'))
  await row(page, 'c.txt').click()
  await expect(details(page, 'c.txt')).toContainText('This file isn’t there')
  await expect(row(page, 'c.txt')).toHaveCount(0)
})

test('a file is renamed and moved by keyboard, and a path that is taken is asked about', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { storage } = operator.services
  for (const path of ['docs/a.txt', 'docs/b.txt', 'docs/c.txt']) await uploadString(ref(storage, path), path)
  const textOf = async (path: string) => new TextDecoder().decode(await getBytes(ref(storage, path)))
  const names = async (folder: string) => (await listAll(ref(storage, folder))).items.map(({ name }) => name)
  await openFiles(page, world, 'docs')
  const asking = (name: string) => page.getByRole('dialog', { name: `Rename or move ${name}` })
  const path = page.getByRole('textbox', { name: 'Path' })

  await row(page, 'a.txt').focus()
  await page.keyboard.press('F2')
  await expect(path).toHaveValue('docs/a.txt')
  await page.keyboard.press('Enter')
  await expect(path).toHaveAccessibleDescription('This is where the file is.')
  await path.fill('docs//x')
  await path.press('Enter')
  await expect(path).toHaveAccessibleDescription(/two slashes/)
  await expectAccessible(page)
  await path.fill('docs/ä renamed.txt')
  await path.press('Enter')
  await expect(details(page, 'ä renamed.txt')).toBeVisible()
  await expect(row(page, 'a.txt')).toHaveCount(0)
  expect(await textOf('docs/ä renamed.txt')).toBe('docs/a.txt')

  // To where one is: keep both first, then replace.
  await details(page, 'ä renamed.txt').getByRole('button', { name: 'Rename or move' }).press('Enter')
  await path.fill('docs/b.txt')
  await path.press('Enter')
  await expect(asking('ä renamed.txt')).toContainText('A file is there already')
  await expectAccessible(page)
  await asking('ä renamed.txt').getByRole('button', { name: 'Move' }).press('Enter')
  await expect(details(page, 'b (2).txt')).toBeVisible()
  expect(await names('docs')).toEqual(['b (2).txt', 'b.txt', 'c.txt'])
  await row(page, 'c.txt').focus()
  await page.keyboard.press('F2')
  await path.fill('docs/b.txt')
  await path.press('Enter')
  await asking('c.txt').getByRole('radio', { name: 'Replace' }).press('Space')
  await asking('c.txt').getByRole('button', { name: 'Move' }).press('Enter')
  await expect(details(page, 'b.txt')).toBeVisible()
  expect(await textOf('docs/b.txt')).toBe('docs/c.txt')

  // Into another folder, and what somebody else took away meanwhile.
  await details(page, 'b.txt').getByRole('button', { name: 'Rename or move' }).press('Enter')
  await path.fill('archive/2026/b.txt')
  await path.press('Enter')
  await expect(page).toHaveURL(/files\/archive\/2026\?file=b.txt/)
  await expect(row(page, 'b.txt')).toBeVisible()
  await row(page, 'b.txt').focus()
  await page.keyboard.press('F2')
  await deleteObject(ref(storage, 'archive/2026/b.txt'))
  await path.fill('b.txt')
  await path.press('Enter')
  await expect(page.getByText('b.txt was deleted by somebody meanwhile')).toBeVisible()
  expect(await names('docs')).toEqual(['b (2).txt'])
})

test('a grid shows small pictures, goes along from folder to folder, and is walked by keyboard', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { storage } = operator.services
  await uploadBytes(ref(storage, 'photos/red.png'), pixel, { contentType: 'image/png' })
  await uploadString(ref(storage, 'photos/none.png'), 'no picture', 'raw', { contentType: 'image/png' })
  await uploadString(ref(storage, 'photos/notes.txt'), 'notes')
  const complaints = collectComplaints(page)
  await openFiles(page, world)
  await page.getByRole('button', { name: 'Show as a grid' }).press('Enter')
  await expect(page).toHaveURL(/layout=grid/)
  await row(page, 'Folder photos').press('Enter')
  await expect(page).toHaveURL(/files\/photos\?layout=grid/)
  const tile = (name: string) =>
    list(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
  const picture = tile('red.png').locator('img')
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(tile('notes.txt').locator('img')).toHaveCount(0)
  await expect(tile('none.png').locator('img')).toHaveCount(0)
  await expectAccessible(page)

  await row(page, 'none.png').focus()
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 'notes.txt')).toBeFocused()
  await page.keyboard.press('End')
  await expect(row(page, 'red.png')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('region', { name: '1 chosen' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(details(page, 'notes.txt')).toBeVisible()
  await page.reload()
  await expect(tile('red.png').locator('img')).toBeVisible()
  await page.getByRole('button', { name: 'Show as a list' }).press('Enter')
  await expect(page).not.toHaveURL(/layout=grid/)
  await expect(list(page).getByRole('table')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a viewer sees everything and changes nothing', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  await storeText(operator.services.storage, 'plan.txt', 'the plan')
  const vera = { email: 'vera@example.com', password: 'correct horse' }
  await ProjectOperator.addMember(world, { ...vera, role: 'viewer' })
  await page.goto(`${world.origin}/projects/demo-app/files/?file=plan.txt`)
  await signIn(page, vera)

  const panel = details(page, 'plan.txt')
  await expect(panel.getByLabel('Preview of plan.txt')).toHaveText('the plan')
  await expect(page.getByText('You can read here. Editors and owners can change files.').first()).toBeVisible()
  for (const name of ['Upload files', 'Upload a folder', 'New folder']) {
    await expect(page.getByRole('button', { name })).toBeDisabled()
  }
  for (const name of ['Delete', 'New link', 'Revoke link 1', 'Edit']) {
    await expect(panel.getByRole('button', { name, exact: true })).toBeDisabled()
  }
  await expect(panel.getByRole('button', { name: 'Copy link 1' })).toBeEnabled()
  await row(page, 'plan.txt').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['x'], 'dropped.txt'))
    return data
  })
  await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByRole('region', { name: 'Uploads' })).toHaveCount(0)
})

test('the main job is done by keyboard alone', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { storage } = operator.services
  await uploadString(ref(storage, 'docs/a.txt'), 'A')
  await uploadString(ref(storage, 'docs/b.txt'), 'B')
  await uploadString(ref(storage, 'readme.txt'), 'R')
  await openFiles(page, world)
  await expect(row(page, 'readme.txt')).toBeVisible()

  // Into a folder, to a file, and its details.
  await page.getByRole('button', { name: 'Upload files' }).focus()
  for (let step = 0; step < 6; step++) await page.keyboard.press('Tab')
  await expect(list(page).getByRole('link', { name: 'docs' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, 'a.txt')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'b.txt')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(details(page, 'b.txt')).toBeVisible()
  await expect(row(page, 'b.txt')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(details(page, 'b.txt').getByRole('button', { name: 'Close details' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(details(page, 'b.txt')).toHaveCount(0)
  await expect(row(page, 'b.txt')).toBeFocused()

  // Delete it, and go back up.
  await page.keyboard.press('Delete')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row(page, 'b.txt')).toHaveCount(0)
  await expect(row(page, 'a.txt')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(list(page).getByRole('link', { name: 'docs' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(row(page, 'readme.txt')).toBeFocused()

  // A new folder, and a file into it.
  await page.getByRole('button', { name: 'New folder' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Folder name')).toBeFocused()
  await page.keyboard.type('..')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Folder name')).toHaveAccessibleDescription(/can’t be called/)
  await page.getByLabel('Folder name').fill('new')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing is in this folder')).toBeVisible()
  await page.getByRole('button', { name: 'Upload files' }).focus()
  const opened = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await opened).setFiles([{ name: 'first.txt', mimeType: 'text/plain', buffer: Buffer.from('1') }])
  await expect(row(page, 'first.txt')).toBeVisible()
})

test('stored markup never runs: not in names, not in content, not in metadata', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { storage } = operator.services
  const attack = '<img src=x onerror=window.attacked=1>'
  const document = `<script>window.attacked=1</script>${attack}`
  await uploadString(ref(storage, `${attack}/${attack}.html`), document, 'raw', {
    contentType: 'text/html',
    customMetadata: { [attack]: attack },
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.attacked=1"><script>window.attacked=1</script></svg>`
  await uploadString(ref(storage, 'drawing.svg'), svg, 'raw', { contentType: 'image/svg+xml' })
  await uploadBytes(ref(storage, 'fake.png'), Buffer.from(svg), { contentType: 'image/png' })
  const complaints = collectComplaints(page)
  await openFiles(page, world)

  await list(page).getByRole('link', { name: attack }).click()
  await row(page, `${attack}.html`).click()
  await expect(details(page, `${attack}.html`).locator('pre')).toHaveText(document)
  await expect(details(page, `${attack}.html`)).toContainText('text/html')
  await page.goto(`${world.origin}/projects/demo-app/files/?file=drawing.svg`)
  await expect(details(page, 'drawing.svg').locator('pre')).toHaveText(svg)
  await page.goto(`${world.origin}/projects/demo-app/files/?file=fake.png`)
  await expect(details(page, 'fake.png')).toContainText('its content isn’t what its type says')
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false)
  expect(complaints).toEqual([])
})

test('what can’t be read says so, and is tried again', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  let status: number | undefined = 403
  await page.route('**/v0/b/*/o?*', (route) =>
    status === undefined ? route.continue() : route.fulfill({ status, contentType: 'application/json', body: '{}' }),
  )
  await openFiles(page, world)
  await expect(page.getByRole('alert')).toContainText('This is not open to you')
  status = 400
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(page.getByRole('alert')).toContainText('Couldn’t list the files')
  status = undefined
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No files yet')).toBeVisible()
})

test('without a server the list waits, and comes by itself', async ({ context, page }) => {
  await using world = await ConsoleWorld.withOwner()
  await openFiles(page, world)
  await expect(page.getByText('No files yet')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('button', { name: /^Connection: Offline/ })).toBeVisible()
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByLabel('Folder name').fill('later')
  await page.keyboard.press('Enter')
  await expect(list(page)).toContainText('Waiting for the server')
  await context.setOffline(false)
  await expect(page.getByText('Nothing is in this folder')).toBeVisible({ timeout: 20_000 })
})

for (const width of [1440, 1024, 375, 320]) {
  test(`nothing is cut off at ${width} pixels, and on a phone the details take the place of the list`, async ({
    page,
  }) => {
    await using world = await ConsoleWorld.withOwner()
    await using operator = await ProjectOperator.enter(world)
    const name = `${'a very long name '.repeat(8)}.txt`
    await uploadString(ref(operator.services.storage, name), 'x'.repeat(400))
    await page.setViewportSize({ width, height: 700 })
    await openFiles(page, world)
    await expect(row(page, name)).toBeVisible()
    await expectAccessible(page)
    await row(page, name).click()
    await expect(details(page, name).getByRole('button', { name: 'Copy link 1' })).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    const isPhone = width < 768
    await expect(list(page)).toBeVisible({ visible: !isPhone })
    if (!isPhone) return
    await expect(details(page, name)).toBeFocused()
    await details(page, name).getByRole('button', { name: 'Close details' }).click()
    await expect(row(page, name)).toBeFocused()
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the file browser in the ${colorScheme} theme`, async ({ page }) => {
    test.setTimeout(120_000)
    await using world = await ConsoleWorld.withOwner()
    await using operator = await ProjectOperator.enter(world)
    const complaints = collectComplaints(page)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await openFiles(page, world)
    await expect(page.getByText('No files yet')).toBeVisible()
    await expectAccessible(page)

    await storeSamples(operator.services.storage)
    await page.getByRole('button', { name: 'Load again' }).click()
    await expect(row(page, 'cover.png')).toBeVisible()
    await expectAccessible(page)
    await row(page, 'cover.png').click()
    await expect(page.getByRole('img', { name: 'Preview of cover.png' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy link 1' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Add a pair' }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    const opened = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload files' }).click()
    await (
      await opened
    ).setFiles(
      ['cover.png', 'page.txt', 'third.txt'].map((name) => ({ name, mimeType: '', buffer: Buffer.from(name) })),
    )
    await expect(page.getByRole('dialog', { name: '2 files are here already' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('3 files uploaded')
    await expectAccessible(page)
    expect(complaints).toEqual([])
  })
}

async function storeSamples(storage: FirebaseStorage): Promise<void> {
  await uploadString(ref(storage, 'folder/in-it.txt'), 'x')
  await uploadBytes(ref(storage, 'cover.png'), pixel, { contentType: 'image/png', customMetadata: { by: 'ada' } })
  await storeText(storage, 'page.txt', 'hello')
}

async function storeText(storage: FirebaseStorage, path: string, text: string): Promise<void> {
  await uploadString(ref(storage, path), text, 'raw', { contentType: 'text/plain' })
}
