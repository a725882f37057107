import { expect } from '@playwright/test'
import { ConsoleWorld, expectAccessible } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { takesPictures } from './takes-pictures.ts'
import { test } from './test.ts'

test('a project is deleted by its owner with its id typed, and nobody finds it any more until it is restored', async ({
  page,
  browser,
}, testInfo) => {
  await using world = await ConsoleWorld.withOwner()
  const editor = { email: 'ed@example.com', password: 'correct horse', role: 'editor' } as const
  await ProjectOperator.addMember(world, editor)
  await using context = await browser.newContext()
  const other = await context.newPage()

  await openSignedIn(page, `${world.origin}/projects/demo-app/settings`)
  await page.getByRole('button', { name: 'Delete project' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete demo-app?' })
  await dialog.getByLabel('Type demo-app to go on').fill('demo')
  await dialog.getByRole('button', { name: 'Delete project' }).click()
  await expect(dialog.getByText('This is not the project’s id.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Type demo-app to go on').fill('demo-app')
  await dialog.getByRole('button', { name: 'Delete project' }).click()
  await expect(page).toHaveURL(`${world.origin}/projects`)
  await expect(page.getByText('Deleted demo-app. It can be restored here for seven days.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Demo app' })).toHaveCount(0)
  // The list and the news of one's role come from the same documents.
  await expect(page.getByText('You don’t belong to demo-app any more')).toHaveCount(0)

  await openSignedIn(other, `${world.origin}/projects`, editor)
  await expect(other.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Demo app' })).toHaveCount(0)

  // By the keyboard alone: the owner takes it back, and everybody has it again.
  const deleted = page.getByRole('region', { name: 'Deleted projects' })
  await expect(
    deleted.getByText(/gone for good in 7 days|gone for good next week|gone for good in 1 week/),
  ).toBeVisible()
  await expect(other.getByRole('region', { name: 'Deleted projects' })).toHaveCount(0)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (takesPictures) await page.screenshot({ path: testInfo.outputPath(`deleted-${colorScheme}.png`) })
    await expectAccessible(page, { coloursAlone: colorScheme === 'light' })
  }
  await deleted.getByRole('button', { name: 'Restore Demo app' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Restored Demo app')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Demo app' })).toBeVisible()
  await expect(deleted).toHaveCount(0)
  await expect(other.getByRole('link', { name: 'Demo app' })).toBeVisible()

  await page.goto(`${world.origin}/projects/demo-app/settings`)
  await page.getByRole('button', { name: 'Delete project' }).click()
  await page.getByRole('alertdialog').getByLabel('Type demo-app to go on').fill('demo-app')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' }).click()
  await deleted.getByRole('button', { name: /^Delete now.* Demo app$/ }).focus()
  await page.keyboard.press('Enter')
  const forGood = page.getByRole('alertdialog', { name: 'Delete demo-app for good?' })
  await page.keyboard.type('demo-app')
  if (takesPictures) await page.screenshot({ path: testInfo.outputPath('for-good.png') })
  await page.keyboard.press('Enter')
  await expect(page.getByText('demo-app is gone for good')).toBeVisible()
  await expect(forGood).toHaveCount(0)
  await expect(deleted).toHaveCount(0)
})
