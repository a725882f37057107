import { expect, type Page } from '@playwright/test'

/**
 * Leads an open page of the console on to another of its addresses, which loads nothing anew. Nobody is asked about what isn't saved. The way
 * is by the list of projects: nothing of the screen before stands there any more.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  await push(page, '/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await push(page, path)
}

async function push(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
}
