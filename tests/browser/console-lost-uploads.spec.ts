import { expect, type Page } from '@playwright/test'
import { ConsoleWorld, expectAccessibleInBothThemes, signIn, signOut } from './console-world.ts'
import { test } from './test.ts'

const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })

/** Uploads that are begun and never get through. */
async function beginUploads(page: Page, world: ConsoleWorld, ...names: readonly string[]): Promise<() => void> {
  let isHeld = true
  await page.goto(`${world.origin}/projects/demo-app/files/films`)
  await signIn(page)
  await page.route(/\/v0\/b\/.*[?&]name=/, async (route) => {
    if (!isHeld) await route.continue()
  })
  const opened = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload files' }).click()
  await (await opened).setFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('a film') })))
  for (const name of names) await expect(tray(page)).toContainText(name)
  return () => {
    isHeld = false
  }
}

test('a reload says which files didn’t arrive, until they are chosen again or taken off the list', async ({
  page,
  context,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const letThrough = await beginUploads(page, world, 'one.txt', 'two.txt')
  const other = await context.newPage()
  await other.goto(`${world.origin}/projects/demo-app/files/films`)
  await expect(other.getByRole('button', { name: 'Upload files' })).toBeVisible()
  await expect(tray(other)).toHaveCount(0)
  await other.close()

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  letThrough()
  await expect(tray(page).getByRole('heading', { name: '2 files didn’t arrive' })).toBeVisible()
  await expect(tray(page)).toContainText('They begin anew once you choose them again.')
  await expectAccessibleInBothThemes(page)
  await page.goto(`${world.origin}/account`)
  await expect(tray(page).getByRole('heading', { name: '2 files didn’t arrive' })).toBeVisible()

  const opened = page.waitForEvent('filechooser')
  await tray(page).getByRole('link', { name: 'Choose it again: films/one.txt' }).click()
  await (await opened).setFiles([{ name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('a film') }])
  await expect(page).toHaveURL(/\/files\/films$/)
  await expect(page.getByRole('row', { name: /one\.txt/ })).toBeVisible()
  await expect(tray(page).getByRole('link', { name: 'Choose it again: films/one.txt' })).toHaveCount(0)
  await tray(page).getByRole('button', { name: 'Take films/two.txt off this list' }).click()
  await expect(tray(page).getByText(/didn’t arrive/)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('row', { name: /one\.txt/ })).toBeVisible()
  await expect(tray(page)).toHaveCount(0)
})

test('a tab that was gone all of a sudden leaves the word to the next, and signing out takes it away', async ({
  page,
  context,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await beginUploads(page, world, 'one.txt')
  await page.close({ runBeforeUnload: false })
  const next = await context.newPage()
  await next.goto(`${world.origin}/projects`)
  await expect(tray(next).getByRole('heading', { name: '1 file didn’t arrive' })).toBeVisible()
  for (const width of [375, 320]) {
    await next.setViewportSize({ width, height: 700 })
    const beside = await next.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(beside).toBeLessThanOrEqual(0)
  }
  await next.setViewportSize({ width: 1280, height: 800 })
  await signOut(next)
  const kept = () => next.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('uploads')))
  await expect.poll(kept).toEqual([])
  await next.goto(`${world.origin}/projects`)
  await signIn(next)
  await expect(next.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await expect(tray(next)).toHaveCount(0)
})
