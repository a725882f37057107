import { expect } from '@playwright/test'
import { ref, uploadBytes, uploadString } from 'firebase/storage'
import { collectComplaints, ConsoleWorld, expectAccessible } from './console-world.ts'
import { createProjects } from './create-projects.ts'
import { details, list, openFiles, pixel, row, storeText } from './files-screen.ts'
import { goWithin } from './go-within.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

test('files and folders are looked through and worked on, by keyboard too', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await createProjects(world, 'dots-app', 'tree-app', 'grid-app', 'keys-app')
  const complaints = collectComplaints(page)
  await openFiles(page, world)
  await test.step('folders, the open file and the order are the address', async () => {
    await using operator = await ProjectOperator.enter(world, 'demo-app')
    const { storage } = operator.services
    await uploadString(ref(storage, 'photos/2026/tree.txt'), 'a tree')
    await uploadString(ref(storage, 'photos/2026/hearth.txt'), 'a larger hearth')
    await storeText(storage, 'photos/100% Ä #1?.txt', 'odd')
    await page.getByRole('button', { name: 'Refresh' }).click()

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
    await expect.poll(names).toEqual(['hearth.txt', 'tree.txt'])
    await list(page).getByRole('button', { name: 'Size' }).click()
    await expect(page).toHaveURL(/\?sort=size$/)
    await expect.poll(names).toEqual(['tree.txt', 'hearth.txt'])
    await row(page, 'tree.txt').click()
    await expect(page).toHaveURL(/\?sort=size&file=tree.txt$|\?file=tree.txt&sort=size$/)
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL(/\/files\/photos\?file=/)

    // A pasted path of a file leads to the file.
    await goWithin(page, '/projects/demo-app/files/photos/2026/tree.txt')
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app/files/photos/2026?file=tree.txt`)
    await expect(details(page, 'tree.txt')).toBeVisible()
  })

  await test.step('a folder whose name is two dots has an address, which the browser leaves as it is', async () => {
    await using operator = await ProjectOperator.enter(world, 'dots-app')
    const { storage } = operator.services
    await storeText(storage, 'odd/../up.txt', 'not up')
    await storeText(storage, 'up.txt', 'up')
    await page.setViewportSize({ width: 1440, height: 800 })
    await goWithin(page, '/projects/dots-app/files/odd')
    await list(page).getByRole('link', { name: 'Folder ..', exact: true }).click()
    await expect(page).toHaveURL(`${world.origin}/projects/dots-app/files/odd/~..`)
    await row(page, 'up.txt').click()
    const preview = details(page, 'up.txt').getByLabel('Preview of up.txt')
    await expect(preview).toHaveText('not up')
    await page.reload()
    await expect(preview).toHaveText('not up')
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(breadcrumb.getByText('..', { exact: true })).toBeVisible()
    await breadcrumb.getByRole('link', { name: 'odd' }).click()
    await expect(page).toHaveURL(`${world.origin}/projects/dots-app/files/odd`)
  })

  await test.step('a wide screen has the folders as a tree, by keyboard too', async () => {
    await using operator = await ProjectOperator.enter(world, 'tree-app')
    const { storage } = operator.services
    for (const path of ['a/x/deep.txt', 'a/y/other.txt', 'b/plain.txt']) await storeText(storage, path, path)
    await page.setViewportSize({ width: 1440, height: 800 })
    await goWithin(page, '/projects/tree-app/files/a/x')

    const tree = page.getByRole('treegrid', { name: 'Folders' })
    await expect(tree.getByRole('row')).toHaveCount(4)
    await expect(tree.getByRole('row', { name: 'x' })).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await tree.getByRole('row', { name: 'b' }).click()
    await expect(page).toHaveURL(`${world.origin}/projects/tree-app/files/b`)
    await expect(row(page, 'plain.txt')).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowLeft')
    await expect(tree.getByRole('row')).toHaveCount(2)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${world.origin}/projects/tree-app/files/a`)
    await page.setViewportSize({ width: 1024, height: 800 })
    await expect(tree).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('a grid shows small pictures, goes along from folder to folder, and is walked by keyboard', async () => {
    await using operator = await ProjectOperator.enter(world, 'grid-app')
    const { storage } = operator.services
    await uploadBytes(ref(storage, 'photos/red.png'), pixel, { contentType: 'image/png' })
    await uploadString(ref(storage, 'photos/none.png'), 'no picture', 'raw', { contentType: 'image/png' })
    await uploadString(ref(storage, 'photos/notes.txt'), 'notes')
    await goWithin(page, '/projects/grid-app/files/')
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
    await expect(page.getByRole('region', { name: '1 selected' })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(details(page, 'notes.txt')).toBeVisible()
    await page.reload()
    await expect(tile('red.png').locator('img')).toBeVisible()
    await page.getByRole('button', { name: 'Show as a list' }).press('Enter')
    await expect(page).not.toHaveURL(/layout=grid/)
    await expect(list(page).getByRole('table')).toBeVisible()
  })

  await test.step('the main job is done by keyboard alone', async () => {
    await using operator = await ProjectOperator.enter(world, 'keys-app')
    const { storage } = operator.services
    await uploadString(ref(storage, 'docs/a.txt'), 'A')
    await uploadString(ref(storage, 'docs/b.txt'), 'B')
    await uploadString(ref(storage, 'readme.txt'), 'R')
    await goWithin(page, '/projects/keys-app/files/')
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
    const download = details(page, 'b.txt').getByRole('link', { name: 'Download' })
    await expect(download).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(download).toBeFocused()
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
    const upload = page.getByRole('button', { name: 'Upload files' })
    // The keys go to the page by another way than the wish to see its file chooser: looking for the button brings that there first.
    const opened = page.waitForEvent('filechooser')
    // The new folder takes the focus when it is open.
    await expect(async () => {
      await upload.focus()
      await expect(upload).toBeFocused({ timeout: 500 })
    }).toPass()
    await page.keyboard.press('Enter')
    await (await opened).setFiles([{ name: 'first.txt', mimeType: 'text/plain', buffer: Buffer.from('1') }])
    await expect(row(page, 'first.txt')).toBeVisible()
  })
  expect(complaints).toEqual([])
})

test('a viewer sees everything and changes nothing', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  await storeText(operator.services.storage, 'plan.txt', 'the plan')
  const vera = { email: 'vera@example.com', password: 'correct horse' }
  await ProjectOperator.addMember(world, { ...vera, role: 'viewer' })
  await openSignedIn(page, `${world.origin}/projects/demo-app/files/?file=plan.txt`, vera)

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
