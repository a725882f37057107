import { expect, test } from '@playwright/test'
import { createServer } from 'vite'
import { expectAccessible } from './console-world.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every state of the design system passes axe in the ${colorScheme} theme`, async ({ browser }, testInfo) => {
    const vite = await createServer({
      root: 'apps/console',
      logLevel: 'silent',
      server: { port: 0, host: '127.0.0.1' },
    })
    try {
      await vite.listen()
      const page = await (await browser.newContext({ colorScheme, reducedMotion: 'reduce' })).newPage()
      await page.goto(`${vite.resolvedUrls?.local[0] ?? ''}dev/states`)
      await expect(page.getByRole('heading', { level: 1, name: 'States' })).toBeVisible()
      for (const summary of await page.getByText('Details', { exact: true }).all()) await summary.click()
      await expect(page.getByText('Rules line 14 denied it.').first()).toBeVisible()
      await expectAccessible(page)
      await testInfo.attach('states', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
    } finally {
      await vite.close()
    }
  })
}
