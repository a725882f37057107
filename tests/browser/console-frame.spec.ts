import { expect, type Response } from '@playwright/test'
import { gzipSync } from 'node:zlib'
import { ConsoleWorld, expectAccessibleInBothThemes, signIn } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { test } from './test.ts'

const kilobyte = 1000

test('the sign-in route is small, waits for the server, and knows its addresses', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const scripts: { url: string; body: Promise<Buffer> }[] = []
  const keep = (response: Response): void => {
    if (response.request().resourceType() === 'script') scripts.push({ url: response.url(), body: response.body() })
  }
  page.on('response', keep)
  await test.step('it loads at most 210 kB of script in a few files, and no document database', async () => {
    await page.goto(`${world.origin}/sign-in`)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await page.waitForLoadState('networkidle')

    const bodies = await Promise.all(scripts.map(({ body }) => body))
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
    expect(scripts.length).toBeGreaterThan(1)
    expect(bytes).toBeLessThan(210 * kilobyte)
    expect(bodies.filter((body) => body.includes('existence-filter-mismatch'))).toEqual([])
    expect(scripts.length).toBeLessThan(20)
  })
  page.off('response', keep)
  const asked = new Set(scripts.map(({ url }) => url))
  page.on('request', (request) => request.resourceType() === 'script' && asked.add(request.url()))
  await test.step('an address that leads nowhere says so', async () => {
    await page.goto(`${world.origin}/nowhere`)
    await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
  })
  await test.step('a page opened while the server is gone waits for it', async () => {
    let isGone = true
    await page.route('**/hearth/v1/console', (route) => (isGone ? route.abort('connectionrefused') : route.continue()))
    await page.goto(`${world.origin}/sign-in`)
    await expect(page.getByRole('heading', { name: 'Can’t reach the server' })).toBeVisible()
    isGone = false
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
  await test.step('the pages after it load their modules together', async () => {
    await signIn(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Set up Demo app' })).toBeVisible()
    await page.goto(`${world.origin}/projects/demo-app/users`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // A page that asks for each shared module by itself asks for two hundred.
    expect(asked.size).toBeLessThan(60)
  })
})

test('what is around every screen leads everywhere, by keyboard alone, and knows how the server is', async ({
  context,
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await openSignedIn(page, `${world.origin}/projects`)
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await test.step('the skip link is the first stop and leads to the content', async () => {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
  await test.step('axe finds nothing in the menu of the account', async () => {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessibleInBothThemes(page, { within: '[role=menu]' })
    await page.keyboard.press('Escape')
  })
  await test.step('a project is created, listed live in another tab, and entered', async () => {
    const other = await context.newPage()
    await other.goto(`${world.origin}/projects`)
    await expect(other.getByRole('link', { name: 'Demo app' })).toBeVisible()

    await page.getByRole('button', { name: 'Create project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a project' })
    await expect(dialog).toBeVisible()
    await expectAccessibleInBothThemes(page, { within: '[role=dialog]' })
    await dialog.getByLabel('Name').fill('Café Zürich')
    await expect(dialog.getByLabel('Project id')).toHaveValue('cafe-zurich')
    await dialog.getByLabel('Project id').fill('demo-app')
    await dialog.getByRole('button', { name: 'Create project' }).click()
    await expect(dialog.getByLabel('Project id')).toHaveAccessibleDescription(/exists on this server/)
    await dialog.getByLabel('Project id').fill('cafe-zurich')
    await dialog.getByRole('button', { name: 'Create project' }).click()

    await expect(page).toHaveURL(`${world.origin}/projects/cafe-zurich`)
    const connect = page.getByRole('listitem').filter({ hasText: 'Connect your app' })
    await connect.getByRole('button', { name: 'Open' }).click()
    await expect(page.getByText(/projectId: 'cafe-zurich'/).first()).toBeVisible()
    await expect(page.getByText(/apiKey: 'hk_cafe-zurich_/).first()).toBeVisible()
    await expect(other.getByRole('link', { name: 'Café Zürich' })).toBeVisible()
    await other.close()
  })
  await page.goto(`${world.origin}/projects/demo-app`)
  await test.step('the dot tells when the server is gone, and recovers by itself', async () => {
    await expect(page.getByRole('button', { name: 'Connection: Live' })).toBeVisible()

    await expect(page.getByRole('heading', { level: 1, name: 'Set up Demo app' })).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByRole('button', { name: /^Connection: Offline/ })).toBeVisible()
    await expect(page.getByText(/Can’t reach the server/)).toBeVisible()

    // A page that was never visited waits for its code.
    await page.getByRole('link', { name: 'Rules', exact: true }).click()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Connection: Live' })).toBeVisible()
    await expect(page.getByText(/Can’t reach the server/)).toHaveCount(0)

    await page.getByRole('button', { name: 'Connection: Live' }).click()
    await expect(page.getByRole('dialog', { name: 'Connection' }).getByRole('listitem')).toHaveCount(2)
    await page.keyboard.press('Escape')
  })
  await test.step('the page of a network in the server’s place is no connection, and the dot says what it is', async () => {
    await page.route('**/healthz', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Welcome</h1>' }))
    await page.getByRole('button', { name: /^Connection: Reconnecting/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Connection' })
    await expect(dialog.getByText(/^Something else has answered in the server’s place since/)).toBeVisible()
    const asked = page.waitForRequest('**/healthz')
    await dialog.getByRole('button', { name: 'Try now' }).click()
    await asked
    await page.unroute('**/healthz')
    await expect(dialog.getByText('The server answers.')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('sample data goes in one click', async () => {
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByRole('button', { name: 'Remove sample data' }).click()
    await expect(page.getByText(/^Removed \d+ sample documents$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove sample data' })).toHaveCount(0)
    // A project without documents takes them, and gives them back.
    await page.getByRole('link', { name: 'Data', exact: true }).click()
    await page.getByRole('button', { name: 'Load sample data' }).click()
    await expect(page.getByRole('link', { name: 'products', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Remove sample data' }).click()
    await expect(page.getByRole('button', { name: 'Load sample data' })).toBeVisible()
  })
  await test.step('the palette and the editable path lead everywhere, by keyboard alone', async () => {
    await expect(page.getByRole('navigation', { name: 'Areas of demo-app' })).toBeVisible()

    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
    await page.keyboard.type('rul')
    await expect(page.getByRole('option', { name: 'Rules', exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app/rules`)
    await expect(page.getByRole('main')).toBeFocused()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('orders/8Kd2')
    await page.getByRole('option', { name: 'Go to orders/8Kd2' }).waitFor()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toHaveCount(0)

    await page.getByRole('button', { name: 'Go to path' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Go to path' })).toHaveValue('demo-app/rules')
    await page.keyboard.type('https://elsewhere.example/x')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('No page, document or file')
    await page.getByRole('textbox', { name: 'Go to path' }).fill('settings')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app/settings`)
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('demo-app/settings')
  })
})

test('theme, language and what is counted are the account’s: they hold in every tab and in its other browsers', async ({
  browser,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await using context = await browser.newContext({ colorScheme: 'dark' })
  const page = await context.newPage()
  await using another = await browser.newContext({ colorScheme: 'dark' })
  const elsewhere = await another.newPage()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/hearth/v1/collect')) sent.push(request.postData() ?? '')
  })
  await page.goto(`${world.origin}/projects/demo-app/data/customers/secret-name`)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await signIn(page)
  await test.step('screens are counted by their pattern and nothing else', async () => {
    await expect.poll(() => sent.join('\n')).toContain('/projects/$project/data/$')
    expect(sent.join('\n')).toContain('"login"')
    expect(sent.join('\n')).not.toMatch(/secret-name|demo-app|olga|example\.com/)

    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Account' }).click()
    const session = page.getByRole('region', { name: 'This session' })
    await session.getByText('Details for developers').click()
    await expect(session.getByRole('button', { name: /^Installation: [\w-]{22}\./ })).toBeVisible()
    await expect.poll(() => sent.join('\n')).toContain('"/account"')
    expect(sent.join('\n')).not.toMatch(/secret-name|demo-app|olga|example\.com/)
  })
  await test.step('the theme is there before the first paint and follows the choice in every tab', async () => {
    const other = await context.newPage()
    await other.goto(`${world.origin}/projects`)
    await page.getByRole('radio', { name: 'Light' }).check({ force: true })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'light')

    // The choice is the account's: another browser follows.
    await elsewhere.goto(`${world.origin}/projects`)
    await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'dark')
    await signIn(elsewhere)
    await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'light')
    await elsewhere.getByRole('button', { name: /^Account of/ }).click()
    await elsewhere.getByRole('menuitem', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('radio', { name: 'Light' }).check({ force: true })
    await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'light')
    await other.close()
  })
  await test.step('without the application’s own script the page still has its theme', async () => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload({ waitUntil: 'domcontentloaded' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await page.unroute('**/assets/*.js')
    await page.reload()
  })
  await test.step('nothing is counted once it is switched off', async () => {
    await page.getByRole('switch', { name: 'Count which screens are used' }).uncheck({ force: true })
    const before = page.waitForRequest('**/v1/projects/demo-app/accounts:query**')
    await page.reload()
    sent.length = 0
    await page.goto(`${world.origin}/projects/demo-app/users`)
    await before
    await expect(page.getByText('No users yet')).toBeVisible()
    expect(sent).toEqual([])
    await page.goto(`${world.origin}/account`)
  })
  await test.step('the language that is chosen holds in every browser of the account', async () => {
    await page.getByRole('button', { name: /Language/ }).click()
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('button', { name: 'Suchen', exact: true })).toBeVisible()
    await expect(elsewhere.getByText('Your account reads another language.')).toBeVisible()
    await elsewhere.getByRole('button', { name: 'Refresh' }).click()
    await expect(elsewhere.getByRole('heading', { name: 'Projekte' })).toBeVisible()
  })
})

test('a theme is the account’s, too, where another browser makes the account’s document at the same moment', async ({
  browser,
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const commits = '**/projects/console/databases/*/documents:commit'
  // The choice is the first that this page writes.
  await page.addInitScript("localStorage.setItem('hearth.measuring', 'off')")
  const made = Promise.withResolvers<void>()
  await page.route(commits, async (route) => {
    await made.promise
    await route.continue()
  })
  await openSignedIn(page, `${world.origin}/account`)
  const asked = page.waitForRequest(commits)
  await page.getByRole('radio', { name: 'Light' }).check({ force: true })
  await asked

  const elsewhere = await (await browser.newContext({ colorScheme: 'dark' })).newPage()
  const written = elsewhere.waitForResponse(commits)
  await openSignedIn(elsewhere, `${world.origin}/projects`)
  expect((await written).ok()).toBe(true)
  made.resolve()
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('on a phone the areas come as a sheet, nothing is wider than the screen, and the path names the open page whole', async ({
  browser,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await using context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await test.step('the areas come as a sheet, and nothing is wider than the screen', async () => {
    await openSignedIn(page, `${world.origin}/projects/demo-app`)
    for (const area of ['Users', 'Rules', 'Settings', 'Overview']) {
      await page.getByRole('button', { name: 'Open navigation' }).tap()
      await page.getByRole('dialog', { name: 'Areas of demo-app' }).getByRole('link', { name: area }).tap()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    }
    await page.goto(`${world.origin}/account`)
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  })
  await test.step('the path names the open page whole, and leads one step up', async () => {
    await page.setViewportSize({ width: 375, height: 700 })
    await page.goto(`${world.origin}/projects/demo-app/users`)
    const path = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(path.getByRole('link', { name: 'demo-app' })).toBeVisible()
    const cut = () =>
      path.locator('span').evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).length)
    await expect.poll(cut).toBe(0)
    // Where there is no room for both, the open page is the one that keeps it.
    await page.goto(`${world.origin}/projects/demo-app/analytics`)
    const open = path.getByText('analytics')
    await expect(open).toBeVisible()
    await expect.poll(() => open.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0)
    await page.goto(`${world.origin}/projects/demo-app/data/customers`)
    await expect(path.getByText('customers')).toBeVisible()
    await expect.poll(cut).toBe(0)
    await path.getByRole('link', { name: 'data' }).tap()
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app/data`)
  })
})
