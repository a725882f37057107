import { test as base } from '@playwright/test'

/**
 * A test whose routes end with it. A handler that is still at work when the page closes would reject after the test, and Playwright then
 * skips the next test of the worker, whose browser context is the same one (`reuseContext`): what Playwright does not take back of it is
 * taken back here.
 */
export const test = base.extend({
  page: async ({ page, context }, use) => {
    await use(page)
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await context.clearPermissions()
  },
})
