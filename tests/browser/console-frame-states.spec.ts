import { expect, type Page, type TestInfo } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { expectAccessibleInBothThemes } from './console-world.ts'
import { takesPictures } from './takes-pictures.ts'
import { test } from './test.ts'

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

/** That the page fits into each of the widths; pictures in both themes where they are wanted, of the whole page at each of the widths where there are any. */
async function photograph(page: Page, testInfo: TestInfo, name: string, widths: readonly number[] = []): Promise<void> {
  // What fits in one theme fits in the other.
  for (const colorScheme of takesPictures ? (['dark', 'light'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const attach = async (of: string, fullPage: boolean): Promise<void> => {
      if (!takesPictures) return
      await testInfo.attach(`${of} ${colorScheme}`, {
        body: await page.screenshot({ fullPage }),
        contentType: 'image/png',
      })
    }
    if (widths.length === 0) await attach(name, false)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await attach(`${name} ${width}`, true)
      const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(beside, `wider than ${width} px`).toBeLessThanOrEqual(0)
    }
  }
}

/** What is above the page, by the button that opens it and the name it then has. */
const floating = [
  ['Ask', 'alertdialog', 'Revoke Till?'],
  ['Ask for a word', 'alertdialog', 'Delete demo-app?'],
  ['Open form', 'dialog', 'Create a service key'],
  ['Open dialog', 'dialog', 'Delete 3 documents'],
  ['Open sheet', 'dialog', 'Areas'],
  ['Menu', 'menu', 'Menu'],
] as const

test('every state of the design system passes axe in both themes', async ({ page }, testInfo) => {
  test.setTimeout(300_000)
  const { vite, address } = await startBuild()
  try {
    await page.goto(address)
    // The development build prepares its modules on the way.
    await expect(page.getByRole('heading', { level: 1, name: 'States' })).toBeVisible({ timeout: 60_000 })
    for (const summary of await page.getByText('Details', { exact: true }).all()) await summary.click()
    await expect(page.getByText('Rules line 14 denied it.').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await photograph(page, testInfo, 'states', [320, 768, 1440])
    for (const [button, role, name] of floating) {
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(page.getByRole(role, { name })).toBeVisible()
      await expectAccessibleInBothThemes(page, { within: `[role=${role}]` })
      await photograph(page, testInfo, button)
      await page.keyboard.press('Escape')
      await expect(page.getByRole(role, { name })).toHaveCount(0)
    }
  } finally {
    await vite.close()
  }
})
