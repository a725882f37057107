import { expect, type Page } from '@playwright/test'
import { ConsoleAdministrator } from './console-administrator.ts'
import { ConsoleWorld } from './console-world.ts'
import { addUsers, openUsers, rowsOf } from './users-screen.ts'
import { test } from './test.ts'

test('whom no page shows is selected together, or nobody when the selection or the search was changed before', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await addUsers(await ConsoleAdministrator.enter(world, 'demo-app'), 52)
  await openUsers(page, world)
  const selectPage = page.getByRole('checkbox', { name: 'Select all on this page' })
  const selectAll = page.getByRole('button', { name: 'Select all 52' })
  const search = page.getByRole('searchbox', { name: 'Search users' })

  await selectPage.press('Space')
  const cleared = await holdSlices(page)
  await selectAll.click()
  await cleared.asked
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await search.fill('user07')
  await expect(rowsOf(page)).toHaveCount(2)
  await cleared.letGo()
  await expect(page.getByText(/ selected$/)).toHaveCount(0)
  await search.fill('')
  await expect(rowsOf(page)).toHaveCount(51)

  await selectPage.press('Space')
  const searched = await holdSlices(page)
  await selectAll.click()
  await searched.asked
  await search.fill('user07')
  await expect(rowsOf(page)).toHaveCount(2)
  await searched.letGo()
  await expect(page.getByText('50 selected')).toBeVisible()
  await search.fill('')

  // What a dialog asks about stays the same while more are selected behind it.
  const asked = await holdSlices(page)
  await selectAll.click()
  await asked.asked
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await asked.letGo()
  const dialog = page.getByRole('alertdialog', { name: 'Delete 50 users?' })
  await expect(page.getByText('52 selected')).toBeVisible()
  await dialog.getByLabel('Type 50 to go on').fill('50')
  await dialog.getByRole('button', { name: 'Delete 50 users' }).click()
  await expect(page.getByText('Deletion of users is done')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(3)
})

/** Holds the answers with more users than a page shows. `letGo` ends when the page has got them. */
async function holdSlices(page: Page): Promise<{ readonly asked: Promise<void>; letGo(): Promise<void> }> {
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const got = Promise.withResolvers<void>()
  const address = /\/accounts:query/
  await page.route(address, async (route) => {
    if (!/"limit":500\b/.test(route.request().postData() ?? '')) return await route.continue()
    asked.resolve()
    await held.promise
    const answer = await route.fetch()
    await route.fulfill({ response: answer })
    got.resolve()
  })
  return {
    asked: asked.promise,
    letGo: async () => {
      held.resolve()
      await got.promise
      await page.unroute(address)
      await page.evaluate(async () => await new Promise((resolve) => setTimeout(resolve)))
    },
  }
}
