import { expect, type Page, test, type TestInfo } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { expectAccessible } from './console-world.ts'

/** The page is in development builds alone. */
async function startBuild(): Promise<{ vite: ViteDevServer; address: string }> {
  const vite = await createServer({
    root: 'apps/console',
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1' },
  })
  await vite.listen()
  return { vite, address: `${vite.resolvedUrls?.local[0] ?? ''}dev/states` }
}

async function photograph(page: Page, testInfo: TestInfo, name: string, isWhole = false): Promise<void> {
  await testInfo.attach(name, { body: await page.screenshot({ fullPage: isWhole }), contentType: 'image/png' })
}

/** What is above the page, by the button that opens it and the name it then has. */
const floating = [
  ['Ask', 'alertdialog', 'Revoke Till?'],
  ['Ask for a word', 'dialog', 'Delete demo-app?'],
  ['Open form', 'dialog', 'Create a service key'],
  ['Open dialog', 'dialog', 'Delete 3 documents'],
  ['Open sheet', 'dialog', 'Areas'],
  ['Menu', 'menu', 'Menu'],
] as const

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every state of the design system passes axe in the ${colorScheme} theme`, async ({ browser }, testInfo) => {
    test.setTimeout(300_000)
    const { vite, address } = await startBuild()
    try {
      const page = await (await browser.newContext({ colorScheme, reducedMotion: 'reduce' })).newPage()
      await page.goto(address)
      // The development build prepares its modules on the way.
      await expect(page.getByRole('heading', { level: 1, name: 'States' })).toBeVisible({ timeout: 60_000 })
      for (const summary of await page.getByText('Details', { exact: true }).all()) await summary.click()
      await expect(page.getByText('Rules line 14 denied it.').first()).toBeVisible()
      await expectAccessible(page)
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await photograph(page, testInfo, `states ${width}`, true)
        const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(beside, `wider than ${width} px`).toBeLessThanOrEqual(0)
      }
      for (const [button, role, name] of floating) {
        await page.getByRole('button', { name: button, exact: true }).click()
        await expect(page.getByRole(role, { name })).toBeVisible()
        await expectAccessible(page)
        await photograph(page, testInfo, button)
        await page.keyboard.press('Escape')
        await expect(page.getByRole(role, { name })).toHaveCount(0)
      }
    } finally {
      await vite.close()
    }
  })
}
