import { expect, test } from '@playwright/test'
import { ConsoleWorld, signIn } from './console-world.ts'
import { changeText, openNote, readNote, textOf, whenKept, writeNote } from './kept-note.ts'

test.use({ serviceWorkers: 'allow' })

const proxyPage = { contentType: 'text/html', body: '<h1>default backend</h1>' }

for (const status of [403, 404]) {
  test(`a change that waits outlives a proxy that answers ${status} in the server’s place`, async ({
    context,
    page,
  }) => {
    await using world = await ConsoleWorld.withOwner()
    await writeNote(world, 'first', { text: 'before' })
    await openNote(page, world, 'first')
    await whenKept(page)
    await context.setOffline(true)
    await changeText(page, 'typed offline')
    // The page comes from what the browser kept, and asks to enter the project as soon as the network is there.
    await page.reload()
    await expect(textOf(page)).toHaveText('typed offline')
    await context.route(/operator-session$|google\.firestore/, (route) => route.fulfill({ status, ...proxyPage }))
    const answered = page.waitForResponse(/operator-session$/)
    await context.setOffline(false)
    expect((await answered).status()).toBe(status)
    await expect(page.getByRole('button', { name: /^Connection: Live/ })).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: /^Connection/ }).click()
    await expect(page.getByText('1 change waits here.')).toBeVisible()
    await expect(page.getByText('Every change is saved.')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(textOf(page)).toHaveText('typed offline')

    await context.unroute(/operator-session$|google\.firestore/)
    await page.reload()
    await expect.poll(() => readNote(world, 'first'), { timeout: 60_000 }).toEqual({ text: 'typed offline' })
    await page.getByRole('button', { name: /^Connection/ }).click()
    await expect(page.getByText('Every change is saved.')).toBeVisible({ timeout: 30_000 })
  })
}

test('what a proxy says of a project is no word on whether there is one', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await page.route(/operator-session$/, (route) => route.fulfill({ status: 404, ...proxyPage }))
  await page.goto(`${world.origin}/projects/demo-app`)
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'Couldn’t open demo-app' })).toBeVisible()
  await expect(page.getByText(/answered in its place, such as a proxy/)).toBeVisible()
  await expect(page.getByText(/It isn’t there any more/)).toHaveCount(0)
  await page.unroute(/operator-session$/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('navigation', { name: 'Areas of demo-app' })).toBeVisible()
})
