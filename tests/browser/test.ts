import { test as base } from '@playwright/test'

/**
 * A test whose routes end with it. A handler that is still at work when the page closes would reject after the test, and Playwright then
 * skips the next test of the worker.
 */
export const test = base.extend({
  page: async ({ page }, use) => {
    await use(page)
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().unrouteAll({ behavior: 'ignoreErrors' })
  },
})
