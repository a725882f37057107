import { expect } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { ConsoleWorld, owner } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { test } from './test.ts'

test('of many projects those in sight are asked how much is in them, the others when they come, and all are found by name or id', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
  for (let n = 22; n < 50; n++) await account.createProject(`shop-${n}`, `Shop ${n}`)
  const asked = new Set<string>()
  page.on('request', (request) => {
    const [, project] = /\/hearth\/v1\/projects\/([^/]+)\/usage$/.exec(new URL(request.url()).pathname) ?? []
    if (project !== undefined) asked.add(project)
  })
  await openSignedIn(page, `${world.origin}/projects`)
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(24)
  await expect(cards.first().getByText('none yet').or(cards.first().locator('time'))).toBeVisible()
  expect(asked.size).toBeGreaterThan(0)
  expect(asked.size).toBeLessThan(24)
  await cards.last().scrollIntoViewIfNeeded()
  await expect.poll(() => asked.size).toBeGreaterThan(20)
  expect(asked.size).toBeLessThanOrEqual(24)
  await page.getByRole('button', { name: 'Show more, 5 left' }).click()
  await expect(cards).toHaveCount(29)

  await page.getByRole('searchbox', { name: 'Search by name or id' }).fill('shop 47')
  await expect(cards).toHaveCount(1)
  await expect(page).toHaveURL(/q=shop(\+|%20)47/)
  await page.reload()
  await expect(cards).toHaveText([/Shop 47/])
  await page.getByRole('searchbox', { name: 'Search by name or id' }).fill('nothing like it')
  await expect(page.getByText('No project matches')).toBeVisible()
})
