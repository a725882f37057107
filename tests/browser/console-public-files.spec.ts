import { expect, test } from '@playwright/test'
import { ref } from 'firebase/storage'
import { ConsoleWorld, expectAccessible } from './console-world.ts'
import { details, list, openFiles, row, storeText } from './files-screen.ts'
import { goWithin } from './go-within.ts'
import { ProjectOperator } from './project-operator.ts'

test('an owner opens the files of a project to apps and to everybody, and takes it back', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { storage } = operator.services
  await storeText(storage, 'logo.txt', 'for all')
  await openFiles(page, world, '?file=logo.txt')
  await test.step('an owner allows public files, makes one public, and takes both back', async () => {
    const address = `${world.origin}/${ref(storage).bucket}/logo.txt`
    const statusOf = async () => (await fetch(address)).status

    const file = details(page, 'logo.txt')
    await expect(file.getByRole('heading', { name: 'Latest requests' })).toBeVisible()
    await expect(file.getByRole('button', { name: 'Make public' })).toHaveCount(0)

    await goWithin(page, '/projects/demo-app/settings')
    const allow = page.getByRole('switch', { name: 'Allow public files' })
    await expect(allow).not.toBeChecked()
    await allow.press('Space')
    await expect(page.getByText('Files may be public now').first()).toBeVisible()
    await expect(allow).toBeChecked()
    await expectAccessible(page)

    await goWithin(page, '/projects/demo-app/files/?file=logo.txt')
    await file.getByRole('button', { name: 'Make public' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make public' }).click()
    await expect(file.getByText('Everybody may read this file')).toBeVisible()
    await expect(file.getByText(address)).toBeVisible()
    expect(await (await fetch(address)).text()).toBe('for all')
    await expect(row(page, 'logo.txt, public')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(row(page, 'logo.txt, public')).toBeVisible()

    await file.getByRole('button', { name: 'Make private' }).click()
    await expect(file.getByText('Only those whom rules let')).toBeVisible()
    await expect(list(page).getByRole('link', { name: 'logo.txt', exact: true })).toBeVisible()
    expect(await statusOf()).toBe(403)

    await file.getByRole('button', { name: 'Make public' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make public' }).click()
    await expect.poll(statusOf).toBe(200)
    await goWithin(page, '/projects/demo-app/settings')
    await allow.press('Space')
    await expect(page.getByText('No file is public any more').first()).toBeVisible()
    expect(await statusOf()).toBe(403)
    await goWithin(page, '/projects/demo-app/files/?file=logo.txt')
    await expect(file.getByText('this project has no public files')).toBeVisible()
    await expect(row(page, 'logo.txt')).toBeVisible()
  })

  await test.step('an owner gives the bucket the name that an app is configured with, and takes it back', async () => {
    await storeText(operator.services.storage, 'note.txt', 'of the app')
    const token = await operator.services.auth.currentUser?.getIdToken()
    const statusOf = async (bucket: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${world.origin}/v0/b/${bucket}/o/note.txt`, { headers })).status
    }
    await goWithin(page, '/projects/demo-app/settings')
    const names = page.getByRole('region', { name: 'Names of the bucket' })
    const field = names.getByRole('textbox', { name: 'Bucket name' })
    const add = names.getByRole('button', { name: 'Add', exact: true })
    await field.fill('no name')
    await add.click()
    await expect(field).toHaveAccessibleDescription(/no bucket’s name/)
    await field.fill('console.appspot.com')
    await add.click()
    await expect(names.getByText('Another project has a bucket of this name.')).toBeVisible()
    expect(await statusOf('files.example.com')).toBe(404)
    await field.fill('Files.Example.com')
    await add.click()
    await expect(names.getByText('files.example.com', { exact: true })).toBeVisible()
    await expectAccessible(page)
    expect(await statusOf('files.example.com')).toBe(200)
    await names.getByRole('button', { name: 'Remove files.example.com' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove files.example.com' }).click()
    await expect(names.getByText('None besides those of the project’s id.')).toBeVisible()
    expect(await statusOf('files.example.com')).toBe(404)
  })
})
