import { expect, test } from '@playwright/test'
import { doc, setDoc } from 'firebase/firestore'
import { collectComplaints, ConsoleWorld, expectAccessible, signIn } from './console-world.ts'
import { ProjectOperator } from './project-operator.ts'

test('the overview shows what is there, what happens, and when an app arrives', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  await page.goto(`${world.origin}/projects/demo-app`)
  await signIn(page)

  const figures = page.getByRole('list', { name: 'Figures' })
  await expect(figures.getByRole('listitem').filter({ hasText: 'People active' })).toContainText('0')
  const denied = figures.getByRole('listitem').filter({ hasText: 'Requests denied' })
  await expect(denied).toContainText('0')
  await expect(page.getByText('Waiting for the first request')).toBeVisible()
  await expect(page.getByText('No app has asked for anything yet')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Health' })).toContainText('None published')
  await expectAccessible(page)

  await fetch(`${world.origin}/v1/projects/demo-app/databases/(default)/documents/secrets/one`)
  const now = page.getByRole('region', { name: 'Now' })
  await expect(now.getByRole('link', { name: 'get secrets/one' })).toBeVisible()
  await expect(now.getByText('Denied')).toBeVisible()
  await expect(page.getByText(/^Last request/)).toBeVisible()

  {
    await using operator = await ProjectOperator.enter(world)
    await setDoc(doc(operator.services.firestore, 'notes/first'), { text: 'new' })
  }
  await expect(page.getByRole('region', { name: 'Changes of the team' })).toContainText('notes/first')

  for (const [platform, line] of [
    ['Flutter', /useAuthEmulator\('127.0.0.1'/],
    ['iOS', /options.projectID = "demo-app"/],
    ['Android', /setProjectId\("demo-app"\)/],
  ] as const) {
    await page.getByRole('tab', { name: platform }).click()
    await expect(page.getByRole('tabpanel')).toContainText(line)
  }
  await page.getByText('30 days', { exact: true }).click()
  await expect(page).toHaveURL(/\?days=30$/)
  await expect(denied).toContainText('1')
  await expect(denied).toContainText(/From 0 on .* to 1 on /)
  await expectAccessible(page)
  await denied.getByRole('link').click()
  await expect(page).toHaveURL(/\/requests\?verdict=denied$/)
  expect(complaints).toEqual([])
})
