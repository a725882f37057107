import { expect } from '@playwright/test'
import { getBytes, listAll, ref, uploadBytes, uploadString } from 'firebase/storage'
import { ConsoleWorld, expectAccessible } from './console-world.ts'
import { createProjects } from './create-projects.ts'
import { openFiles } from './files-screen.ts'
import { goWithin } from './go-within.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

test('files and folders are chosen and worked on together, by keyboard', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await createProjects(world, 'moving-app', 'escape-app', 'history-app')
  await using operator = await ProjectOperator.enter(world)
  const { storage } = operator.services
  for (const path of ['a.txt', 'b.txt', 'old/one.txt', 'old/deep/two.txt']) await uploadString(ref(storage, path), path)
  await openFiles(page, world)
  await test.step('they are deleted, with the number of all files below them', async () => {
    await page.getByRole('link', { name: 'Folder old' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    const chosen = page.getByRole('region', { name: '2 selected' })
    await expect(chosen).toBeVisible()
    await expectAccessible(page)

    await chosen.getByRole('button', { name: 'Delete' }).press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Delete 3 files?' })
    await expect(dialog.getByText('Files in the chosen folders')).toBeVisible()
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Type 3, the number of files.')).toBeVisible()
    await dialog.getByRole('textbox').fill('3')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Deletion of files is done')).toBeVisible()
    await expect(chosen).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Folder old' })).toHaveCount(0)
    const { items, prefixes } = await listAll(ref(storage))
    expect([...items, ...prefixes].map(({ fullPath }) => fullPath)).toEqual(['b.txt'])
  })

  await test.step('they are moved, and a name that is taken is asked about', async () => {
    await using operator = await ProjectOperator.enter(world, 'moving-app')
    const { storage } = operator.services
    const paths = ['in/a.txt', 'in/b.txt', 'in/sub/c.txt', 'out/a.txt']
    for (const path of paths) await uploadString(ref(storage, path), path)
    const textOf = async (path: string) => new TextDecoder().decode(await getBytes(ref(storage, path)))
    await goWithin(page, '/projects/moving-app/files/in')

    await page.getByRole('checkbox', { name: 'Select everything that is shown' }).press('Space')
    const chosen = page.getByRole('region', { name: '3 selected' })
    await chosen.getByRole('button', { name: 'Move' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Move 3 files' })
    const target = dialog.getByRole('textbox', { name: 'Folder' })
    await expect(target).toHaveValue('in')
    await target.press('Enter')
    await expect(target).toHaveAccessibleDescription('This is where they are.')
    await target.fill('in/sub')
    await target.press('Enter')
    await expect(target).toHaveAccessibleDescription('A folder can’t go into itself.')
    await expectAccessible(page)
    await target.fill('out')
    await target.press('Enter')

    // Asked before anything is moved.
    const clash = page.getByRole('dialog', { name: 'A file with this name is here already' })
    await expect(clash.getByRole('button', { name: 'Leave them' })).toBeVisible()
    expect((await listAll(ref(storage, 'in'))).items).toHaveLength(2)
    await expectAccessible(page)
    await clash.getByRole('button', { name: 'Go on' }).press('Enter')
    await expect(page.getByText('Move of files is done')).toBeVisible()
    await expect(page.getByRole('region', { name: /selected$/ })).toHaveCount(0)
    expect((await listAll(ref(storage, 'in'))).items).toEqual([])
    for (const [to, from] of [
      ['out/a.txt', 'out/a.txt'],
      ['out/a (2).txt', 'in/a.txt'],
      ['out/b.txt', 'in/b.txt'],
      ['out/sub/c.txt', 'in/sub/c.txt'],
    ] as const) {
      expect(await textOf(to)).toBe(from)
    }
  })

  await test.step('Escape closes the details of a file that was opened by keyboard, from its row', async () => {
    await using operator = await ProjectOperator.enter(world, 'escape-app')
    await uploadString(ref(operator.services.storage, 'a.txt'), 'a')
    await goWithin(page, '/projects/escape-app/files/')
    const details = page.getByRole('region', { name: 'Details of a.txt' })
    const row = page.locator('[data-row="a.txt"]')
    await row.focus()
    await page.keyboard.press('Enter')
    await expect(details).toBeVisible()
    await row.focus()
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    await expect(row).toBeFocused()
  })

  await test.step('the details of a file list its latest requests, and lead to all of them', async () => {
    await using operator = await ProjectOperator.enter(world, 'history-app')
    await uploadString(ref(operator.services.storage, 'secret.txt'), 'secret')
    const denied = await fetch(`${world.origin}/v0/b/history-app.appspot.com/o/secret.txt`)
    expect(denied.status).toBe(403)
    await goWithin(page, '/projects/history-app/files/?file=secret.txt')
    const history = page.getByRole('region', { name: 'Latest requests' })
    await expect(history.getByRole('listitem')).toContainText('denied')
    await expect(history.getByRole('listitem')).toContainText('a visitor')
    await history.getByRole('link', { name: 'All in Requests' }).click()
    await expect(page).toHaveURL(/\/requests\?service=files&path=secret.txt$/)
  })
})

test('storage that is nearly full says so, and says how much is used of what may be', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner({ HEARTH_STORAGE_QUOTA: '4096' })
  await using operator = await ProjectOperator.enter(world)
  const { storage } = operator.services
  await openFiles(page, world)
  const meter = page.getByRole('meter', { name: 'Storage of the project' })
  await expect(meter).toHaveAttribute('aria-valuetext', /of 4.0 KiB$/)
  await expect(page.getByText('nearly full')).toHaveCount(0)
  const before = Number(await meter.getAttribute('aria-valuenow'))
  await uploadBytes(ref(storage, 'large.bin'), new Uint8Array(Math.floor(4096 * 0.95 - before)))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('The project’s storage is nearly full.')).toBeVisible()
  await expectAccessible(page)
})
