import { expect } from '@playwright/test'
import { ConsoleWorld } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { test } from './test.ts'

test('an operator session is there for whoever is there', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  let [grants, questions] = [0, 0]
  page.on('request', (request) => {
    if (request.url().endsWith('/operator-session')) grants += 1
    if (request.url().endsWith('accounts:query')) questions += 1
  })
  const whenRenewed = () =>
    page.waitForResponse((response) => response.url().includes('accounts:lookup?key=hk_demo-app'))
  await page.clock.install()
  await openSignedIn(page, `${world.origin}/projects/demo-app/users`)
  await expect(page.getByText('No users yet')).toBeVisible()
  expect(grants).toBe(1)

  await test.step('it is renewed before it ends while somebody is there, and lapses when nobody is', async () => {
    // The SDK looks the user up when the new session is complete.
    const renewed = whenRenewed()
    for (let minutes = 0; minutes < 52; minutes += 4) {
      await page.clock.fastForward('04:00')
      await page.keyboard.press('Shift')
    }
    expect(grants).toBe(1)
    await page.clock.fastForward('04:00')
    await renewed
    expect(grants).toBe(2)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled()
    await expect(page.getByText('No users yet')).toBeVisible()

    await page.clock.fastForward('56:00')
    expect(grants).toBe(2)
    const again = whenRenewed()
    const asked = page.waitForResponse('**/accounts:query')
    await page.keyboard.press('Shift')
    await expect.poll(() => grants).toBe(3)
    await again
    await asked
  })

  await test.step('nothing is asked by itself when nobody is there, and the session that lapsed meanwhile is renewed for who comes back', async () => {
    await page.keyboard.press('Shift')
    const before = questions
    // The page repeats its question while somebody is there, and says for how long nobody was.
    for (let rounds = 1; rounds <= 3; rounds++) {
      const asked = page.waitForResponse('**/accounts:query')
      await page.clock.runFor('00:16')
      const idleSeconds = Number((await asked).request().headers()['hearth-idle'])
      expect(idleSeconds).toBeGreaterThan(rounds * 15 - 5)
      expect(idleSeconds).toBeLessThan(rounds * 16 + 5)
      expect(questions).toBe(before + rounds)
    }
    // Nobody is there: not for hours of quarter minutes.
    await page.clock.fastForward('14:00')
    const left = questions
    await page.clock.runFor('09:00')
    expect(questions).toBe(left)

    // By the clock of the page the server has let the session lapse.
    const asked = page.waitForResponse('**/accounts:query')
    await page.keyboard.press('Shift')
    expect((await asked).status()).toBe(200)
    expect(grants).toBe(4)
  })

  await test.step('whoever works for long on a screen that asks nothing has a session when they need one', async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    for (let minutes = 4; minutes < 10; minutes += 4) {
      await page.clock.fastForward('04:00')
      await page.keyboard.press('Shift')
    }
    expect(grants).toBe(4)
    const renewed = whenRenewed()
    await page.clock.fastForward('04:00')
    await page.keyboard.press('Shift')
    await page.keyboard.press('Shift')
    await renewed
    expect(grants).toBe(5)
  })
})
