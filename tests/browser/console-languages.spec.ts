import { expect, type Page } from '@playwright/test'
import { collectComplaints, ConsoleWorld, owner } from './console-world.ts'
import { test } from './test.ts'

test.describe('in a browser whose person reads German', () => {
  test.use({ locale: 'de-AT' })

  test('the console speaks German from the first screen on', async ({ page }) => {
    await using world = await ConsoleWorld.withOwner()
    await page.goto(`${world.origin}/sign-in`)
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await expect(page.getByLabel('E-Mail')).toHaveAccessibleDescription('Die E-Mail-Adresse fehlt.')
    await page.getByLabel('E-Mail').fill(owner.email)
    await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Demo app' })).toBeVisible()

    // Screens are called as in the rail; what is edited is the address.
    await page.goto(`${world.origin}/projects/demo-app/installations`)
    const path = page.getByRole('navigation', { name: 'Pfad dieser Seite' })
    await expect(path).toHaveText('demo-app/Geräte')
    await page.goto(`${world.origin}/projects/demo-app`)
    await expect(path).toHaveText('demo-app/Übersicht')
    await page.goto(`${world.origin}/projects/demo-app/data/orders`)
    await expect(path).toContainText('Daten/orders')
    await page.getByRole('button', { name: 'Zu einem Pfad gehen' }).click()
    await expect(page.getByRole('textbox', { name: 'Zu einem Pfad gehen' })).toHaveValue('demo-app/data/orders')
  })
})

/** What stands on the screen and is neither from the catalogue nor a name, a value or code. */
async function wordsOutside(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const names = new Set([
      'Hearth',
      'Olga Berg',
      'olga@example.com',
      'Demo app',
      'demo-app',
      'Console',
      'English',
      'Deutsch',
      'German',
    ])
    const found: string[] = []
    // A sentence of the catalogue may be several pieces, with code between them; its mark is on the first.
    const isMarked = (parent: Element, node: Node): boolean => {
      let open = 0
      for (let piece = parent.firstChild; piece !== null && piece !== node; piece = piece.nextSibling) {
        const text = piece.textContent ?? ''
        open += text.split('\u202E').length - text.split('\u202C').length
      }
      return open > 0 || (node.textContent ?? '').includes('\u202E')
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const parent = node.parentElement
      // Cells of tables and axes of charts hold values and dates, which are written by the browser for its own language.
      const values =
        'pre, code, kbd, .font-mono, noscript, style, script, time, svg text, td, th[scope=row], [role=rowheader]'
      if (parent === null || parent.closest(values) !== null || /\d{4}, \d{2}:\d{2}/.test(text)) continue
      const isSize = /^[\d.,]+ [KMGT]?i?B$/.test(text)
      if (/\p{L}{2}/u.test(text) && !isMarked(parent, node) && !names.has(text) && !isSize) found.push(text)
    }
    return found
  })
}

test('every screen runs from right to left, with no word outside the catalogue', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  await page.addInitScript(() => localStorage.setItem('hearth.language', 'ar-XB'))
  for (const path of ['/sign-in', '/projects', '/projects/demo-app', '/account', '/server']) {
    await test.step(path, async () => {
      await page.goto(`${world.origin}${path}`)
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      if (path === '/projects') await signInMirrored(page)
      await expect(page).toHaveURL(`${world.origin}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      if (path === '/server') await expect(page.getByText('HEARTH_PORT', { exact: true })).toBeVisible()
      expect(await wordsOutside(page)).toEqual([])
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, `sideways overflow at ${width} px`).toBeLessThanOrEqual(0)
      }
      await page.setViewportSize({ width: 1280, height: 720 })
    })
  }
  expect(complaints).toEqual([])
})

async function signInMirrored(page: Page): Promise<void> {
  await page.getByLabel(/E-mail/).fill(owner.email)
  await page.getByLabel(/^.?Password.?$/).fill(owner.password)
  await page.getByRole('button', { name: /^.?Sign in.?$/ }).click()
}
