import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { deleteObject, getBytes, getMetadata, listAll, ref, uploadString } from 'firebase/storage'
import { ConsoleWorld, expectAccessible } from './console-world.ts'
import { createProjects } from './create-projects.ts'
import { details, openFiles, readClipboard, row } from './files-screen.ts'
import { goWithin } from './go-within.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

test('the details of a file', async ({ page, context }) => {
  await using world = await ConsoleWorld.withOwner()
  await createProjects(world, 'picture-app', 'metadata-app', 'deleting-app', 'gone-app', 'moving-app')
  await using operator = await ProjectOperator.enter(world)
  await uploadString(ref(operator.services.storage, 'offer.txt'), 'secret offer')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openFiles(page, world, '?file=offer.txt')
  await test.step('a link is copied, made anew and revoked, and the old one stops working', async () => {
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
    await expect(page.getByRole('alertdialog')).toContainText('The file has no link then')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click()
    await expect(page.getByText('The link is revoked').first()).toBeVisible()
    await expect.poll(async () => (await fetch(second)).status).toBe(403)
    await expect(details(page, 'offer.txt').getByText('This file has no link.')).toBeVisible()
    await expectAccessible(page)
    const unlinked = page.waitForEvent('download')
    await details(page, 'offer.txt').getByRole('button', { name: 'Download' }).press('Enter')
    expect(await readFile(await (await unlinked).path(), 'utf8')).toBe('secret offer')
    await page.reload()
    await expect(details(page, 'offer.txt').getByText('This file has no link.')).toBeVisible()

    await details(page, 'offer.txt').getByRole('button', { name: 'Make a link' }).press('Enter')
    await details(page, 'offer.txt').getByRole('button', { name: 'Copy link 1' }).click()
    await expect.poll(() => readClipboard(page)).not.toBe(second)
    expect(await (await fetch(await readClipboard(page))).text()).toBe('secret offer')

    const download = page.waitForEvent('download')
    await details(page, 'offer.txt').getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('offer.txt')
  })

  await test.step('a picture without a link is shown all the same', async () => {
    await using other = await ProjectOperator.enter(world, 'picture-app')
    const { storage } = other.services
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await uploadString(ref(storage, 'dot.png'), pixel, 'base64', { contentType: 'image/png' })
    await goWithin(page, '/projects/picture-app/files/?file=dot.png')
    await details(page, 'dot.png').getByRole('button', { name: 'Revoke link 1' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click()
    const picture = details(page, 'dot.png').getByRole('img')
    await expect(picture).toHaveAttribute('src', /^blob:/)
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  })

  await test.step('metadata is edited, and what the server would refuse is said before', async () => {
    await using other = await ProjectOperator.enter(world, 'metadata-app')
    const file = ref(other.services.storage, 'notes.txt')
    await uploadString(file, 'hello', 'raw', {
      contentType: 'text/plain',
      customMetadata: { author: 'ada', draft: 'yes' },
    })
    await goWithin(page, '/projects/metadata-app/files/?file=notes.txt')
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

  await test.step('deleting asks first, and notices when somebody else was quicker', async () => {
    await using other = await ProjectOperator.enter(world, 'deleting-app')
    const { storage } = other.services
    // A name that is written from right to left would look like exe.pdf.
    const turned = '\u202Efdp.exe'
    for (const name of ['a.txt', 'b.txt', 'c.txt', turned]) await uploadString(ref(storage, name), name)
    await goWithin(page, `/projects/deleting-app/files/?file=${encodeURIComponent(turned)}`)
    const shown = String.raw`\u202Efdp.exe`
    await expect(page.getByRole('link', { name: shown, exact: true })).toHaveText(shown)
    await expect(page).toHaveTitle(`${shown} · Hearth`)
    await row(page, 'a.txt').click()

    await details(page, 'a.txt').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog', { name: 'Delete a.txt?' }).getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, 'a.txt')).toBeVisible()
    await details(page, 'a.txt').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete file' }).click()
    await expect(row(page, 'a.txt')).toHaveCount(0)
    await expect(details(page, 'a.txt')).toHaveCount(0)
    await expect(getMetadata(ref(storage, 'a.txt'))).rejects.toMatchObject({ code: 'storage/object-not-found' })

    await row(page, 'b.txt').click()
    // All of it is read: nothing notices the deletion before somebody does something.
    await expect(details(page, 'b.txt').getByRole('button', { name: 'New link' })).toBeEnabled()
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

  await test.step('storage/object-not-found: a file that goes while it is changed takes its row along, with a note', async () => {
    await using other = await ProjectOperator.enter(world, 'gone-app')
    const { storage } = other.services
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await uploadString(ref(storage, name), name)
    await goWithin(page, '/projects/gone-app/files/')
    await row(page, 'a.txt').click()
    await details(page, 'a.txt').getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: /a\.txt/ })
    await dialog.getByLabel('Content type').fill('text/markdown')
    await deleteObject(ref(storage, 'a.txt'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toContainText('This file isn’t there any more: somebody deleted it.')
    await expect(dialog.getByLabel('Content type')).toHaveValue('text/markdown')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(details(page, 'a.txt')).toContainText('This file isn’t there')
    await expect(row(page, 'a.txt')).toHaveCount(0)

    await row(page, 'b.txt').click()
    const links = details(page, 'b.txt').getByRole('button', { name: 'New link' })
    await expect(links).toBeEnabled()
    await deleteObject(ref(storage, 'b.txt'))
    await links.click()
    await expect(details(page, 'b.txt')).toContainText('This file isn’t there')
    await expect(row(page, 'b.txt')).toHaveCount(0)
    await expect(row(page, 'c.txt')).toBeVisible()
  })

  await test.step('a file is renamed and moved by keyboard, and a path that is taken is asked about', async () => {
    await using other = await ProjectOperator.enter(world, 'moving-app')
    const { storage } = other.services
    for (const path of ['docs/a.txt', 'docs/b.txt', 'docs/c.txt']) await uploadString(ref(storage, path), path)
    const textOf = async (path: string) => new TextDecoder().decode(await getBytes(ref(storage, path)))
    const names = async (folder: string) => (await listAll(ref(storage, folder))).items.map(({ name }) => name)
    await goWithin(page, '/projects/moving-app/files/docs')
    const asking = (name: string) => page.getByRole('dialog', { name: `Rename or move ${name}` })
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    const folder = page.getByRole('textbox', { name: 'Folder', exact: true })

    await row(page, 'a.txt').focus()
    await page.keyboard.press('F2')
    await expect(name).toHaveValue('a.txt')
    await expect(folder).toHaveValue('docs')
    await page.keyboard.press('Enter')
    await expect(name).toHaveAccessibleDescription('This is where the file is.')
    await name.fill('docs/x')
    await name.press('Enter')
    await expect(name).toHaveAccessibleDescription(/no slash/)
    await expectAccessible(page)
    // A new name alone stays in its folder.
    await name.fill('ä renamed.txt')
    await name.press('Enter')
    await expect(details(page, 'ä renamed.txt')).toBeVisible()
    await expect(row(page, 'a.txt')).toHaveCount(0)
    expect(await textOf('docs/ä renamed.txt')).toBe('docs/a.txt')

    // To where one is: keep both first, then replace.
    await details(page, 'ä renamed.txt').getByRole('button', { name: 'Rename or move' }).press('Enter')
    await name.fill('b.txt')
    await name.press('Enter')
    await expect(asking('ä renamed.txt')).toContainText('A file is there already')
    await expectAccessible(page)
    await asking('ä renamed.txt').getByRole('button', { name: 'Move' }).press('Enter')
    await expect(details(page, 'b (2).txt')).toBeVisible()
    expect(await names('docs')).toEqual(['b (2).txt', 'b.txt', 'c.txt'])
    await row(page, 'c.txt').focus()
    await page.keyboard.press('F2')
    await name.fill('b.txt')
    await name.press('Enter')
    await asking('c.txt').getByRole('radio', { name: 'Replace' }).press('Space')
    await asking('c.txt').getByRole('button', { name: 'Move' }).press('Enter')
    await expect(details(page, 'b.txt')).toBeVisible()
    expect(await textOf('docs/b.txt')).toBe('docs/c.txt')

    // Into another folder, and what somebody else took away meanwhile.
    await details(page, 'b.txt').getByRole('button', { name: 'Rename or move' }).press('Enter')
    await folder.fill('/archive/2026/')
    await folder.press('Enter')
    await expect(page).toHaveURL(/files\/archive\/2026\?file=b.txt/)
    await expect(row(page, 'b.txt')).toBeVisible()
    await row(page, 'b.txt').focus()
    await page.keyboard.press('F2')
    await deleteObject(ref(storage, 'archive/2026/b.txt'))
    await folder.fill('')
    await folder.press('Enter')
    await expect(page.getByText('b.txt was deleted by somebody meanwhile')).toBeVisible()
    expect(await names('docs')).toEqual(['b (2).txt'])
  })
})
