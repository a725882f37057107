import { expect, type Page } from '@playwright/test'

/** Paths of the areas of the project that is open, `/projects/demo-app/users` among them: a new area is in every test of all of them. */
export async function areasOfProject(page: Page): Promise<readonly string[]> {
  const links = page.getByRole('navigation', { name: /^Areas of / }).getByRole('link')
  const overview = links.filter({ hasText: 'Overview' })
  await expect(overview).toBeVisible()
  const root = new URL((await overview.getAttribute('href')) ?? '', page.url()).pathname
  const paths = await links.evaluateAll((all) => all.map((one) => new URL((one as HTMLAnchorElement).href).pathname))
  return [...new Set(paths)].filter((path) => path.startsWith(root))
}
