import { expect } from '@playwright/test'
import { ConsoleWorld, expectAccessible, signIn } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { test } from './test.ts'

test('opens without the browser’s databases where they never answer', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await page.addInitScript(() => {
    // As after a browser that was ended by force: neither success nor failure.
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
    IDBFactory.prototype.databases = () => new Promise(() => {})
  })
  await page.goto(world.origin)
  await expect(page.getByRole('heading', { name: 'Opening takes longer than it should' })).toBeVisible({
    timeout: 20_000,
  })
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open without stored data' }).click()
  await signIn(page)
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible({ timeout: 20_000 })
  await page.goto(`${world.origin}/projects/demo-app/data/notes`)
  await expect(page.getByRole('navigation', { name: 'Areas of demo-app' })).toBeVisible()
  // The documents come from the server, and the session outlives the page.
  await expect(page.getByRole('button', { name: 'Connection: Live' })).toBeVisible({ timeout: 20_000 })
})

test('goes on by itself when what held it up answers', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await openSignedIn(page, `${world.origin}/projects`)
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  let letGo = (): void => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/accounts:lookup**', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Opening takes longer than it should' })).toBeVisible({
    timeout: 20_000,
  })
  letGo()
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible({ timeout: 20_000 })
})
