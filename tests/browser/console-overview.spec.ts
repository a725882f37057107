import { expect } from '@playwright/test'
import { doc, setDoc } from 'firebase/firestore'
import { AnalyticsApp } from './analytics-app.ts'
import { ConsoleAdministrator } from './console-administrator.ts'
import { collectComplaints, ConsoleWorld, expectAccessible } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

test('the overview shows what is there, what happens, and when an app arrives', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  const askers = new Map<string, Set<string>>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const isCount = pathname.endsWith('/requests') && searchParams.get('verdict') === 'denied'
    const what = /\/(sign-ins|analytics\/events)$/.exec(pathname)?.[1] ?? (isCount ? 'count' : undefined)
    if (what === undefined) return
    const [, payload = ''] = (request.headers()['authorization'] ?? '').split('.')
    const { hearth_role: role } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { hearth_role?: string }
    askers.set(what, (askers.get(what) ?? new Set()).add(role ?? 'person'))
  })
  await openSignedIn(page, `${world.origin}/projects/demo-app`)
  const { apiKey } = await ConsoleAdministrator.enter(world, 'demo-app')
  const now = page.getByRole('region', { name: 'Now' })
  const requests = page.getByRole('navigation', { name: 'Areas of demo-app' }).getByRole('link', { name: 'Requests' })
  const figures = page.getByRole('list', { name: 'Figures' })
  await expect(page.getByRole('region', { name: 'Active users' })).toContainText(/0.*by analytics events/)
  const denied = figures.getByRole('listitem').filter({ hasText: 'Requests denied' })
  await test.step('an app that is refused has arrived, too', async () => {
    await expect(requests).toHaveAccessibleName('Requests')
    await expect(denied).toContainText('0')
    await expect(page.getByText('Waiting for the first request')).toBeVisible()
    await expect(page.getByText('Nothing yet. What apps ask for')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Health' })).toContainText('None published')

    // Whoever is refused has arrived, too.
    const refused = await fetch(`${world.origin}/v1/accounts:signUp?key=${apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'short' }),
    })
    expect(refused.status).toBe(400)
    await expect(page.getByText(/^Last request, refused: weak password/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Health' })).not.toContainText('none yet')

    await fetch(`${world.origin}/v1/projects/demo-app/databases/(default)/documents/secrets/one`)
    await expect(now.getByRole('link', { name: 'get secrets/one' })).toBeVisible()
    await expect(now.getByText('Denied')).toBeVisible()
    await expect(page.getByText(/^Last request(?!, refused)/)).toBeVisible()
  })
  await test.step('who signs in and what apps report shows beside requests', async () => {
    const app = await AnalyticsApp.of(world)
    await app.report('first', [{ name: 'cart_opened' }])
    const made = await fetch(`${world.origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'a horse of Ada', returnSecureToken: true }),
    })
    expect(made.status).toBe(200)
    for (const path of ['secrets/one', 'secrets/two']) {
      await fetch(`${world.origin}/v1/projects/demo-app/databases/(default)/documents/${path}`)
    }
    await expect(now.getByRole('link', { name: 'first sign-in ada@example.com' })).toBeVisible()
    await expect(now.getByRole('link', { name: 'event cart_opened' })).toBeVisible()
    await expect(now.getByRole('link', { name: 'get secrets/two' })).toBeVisible()
  })
  await test.step('the figures and the rail keep up with the requests beside them', async () => {
    await expect(denied.getByText('3', { exact: true }).first()).toBeVisible({ timeout: 10_000 })
    await expect(requests).toHaveAccessibleName(/^Requests 3 denied/, { timeout: 10_000 })
    await page.reload()
    await expect(requests).toHaveAccessibleName('Requests 3 denied in the last hour')
    for (const width of [1024, 768]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(requests).toHaveAccessibleName('Requests 3 denied in the last hour')
    }
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  await test.step('all of it is asked for by the person’s own session', async () => {
    expect(Object.fromEntries([...askers].map(([what, who]) => [what, [...who]]))).toEqual({
      'analytics/events': ['person'],
      count: ['person'],
      'sign-ins': ['person'],
    })
  })
  await test.step('changes of the team, how every platform connects, and other days are there as well', async () => {
    {
      await using operator = await ProjectOperator.enter(world)
      await setDoc(doc(operator.services.firestore, 'notes/first'), { text: 'new' })
    }
    await expect(page.getByRole('region', { name: 'Changes of the team' })).toContainText('notes/first')

    for (const [platform, line] of [
      ['Flutter', /useAuthEmulator\('127.0.0.1'/],
      ['iOS', /options.projectID = "demo-app"/],
      ['Android', /setProjectId\("demo-app"\)/],
    ] as const) {
      await page.getByRole('tab', { name: platform }).click()
      await expect(page.getByRole('tabpanel')).toContainText(line)
    }
    await page.getByText('30 days', { exact: true }).click()
    await expect(page).toHaveURL(/\?days=30$/)
    await expect(denied).toContainText('3')
    await expect(denied).toContainText(/From 0 on .* to 3 on /)
    await denied.getByRole('link').click()
    await expect(page).toHaveURL(/\/requests\?verdict=denied$/)
  })
  await test.step('a line of what happens leads to its user', async () => {
    await page.goBack()
    await now.getByRole('link', { name: 'sign-in ada@example.com' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'ada@example.com' })).toBeVisible()
  })
  expect(complaints).toEqual([])
})

test('how an app connects is shown on a phone and a desk, stays where it is while it is read, and is hidden', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await page.setViewportSize({ width: 390, height: 844 })
  await openSignedIn(page, `${world.origin}/projects/demo-app`)
  const card = page.getByRole('region', { name: 'Connect an app' })
  await test.step('it goes without a package, leads to its guides, and shows on a phone that there is more beside it', async () => {
    await expect(card.getByRole('link', { name: 'the guide for web apps' }).first()).toHaveAttribute(
      'href',
      '/docs/guides/web',
    )
    await card.getByText('Without a package, by the SDK’s settings for emulators').click()
    await expect(card.getByText(/connectStorageEmulator\(getStorage\(app\)/)).toBeVisible()

    // How much of each edge fades, where the browser can tell how far something is scrolled.
    for (const scrolled of [card.getByRole('tablist'), card.locator('pre').first()]) {
      const fades = () =>
        scrolled.evaluate((element) => {
          const style = getComputedStyle(element)
          return ['--fade-start', '--fade-end'].map((name) => style.getPropertyValue(name))
        })
      await expect.poll(fades).toEqual(['0px', '40px'])
      await scrolled.evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: 'instant' }))
      await expect.poll(fades).toEqual(['40px', '0px'])
    }
    await card.getByRole('tab', { name: 'REST' }).click()
    await expect(card.getByRole('link', { name: 'the reference of accounts' })).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
    const tabs = card.getByRole('tablist')
    await expect
      .poll(() => tabs.evaluate((element) => getComputedStyle(element).getPropertyValue('--fade-end')))
      .toBe('0px')
  })
  await test.step('it stays where it is while it is read, and is out of the way once it is hidden', async () => {
    await page.getByRole('button', { name: 'Remove sample data' }).click()
    await expect(page.getByText('0 documents in all')).toBeVisible()
    await page.reload()
    await expect(page.getByText('0 documents in all')).toBeVisible()
    await expect(card.getByText('Waiting for the first request')).toBeVisible()
    const before = await card.boundingBox()
    {
      await using operator = await ProjectOperator.enter(world)
      await setDoc(doc(operator.services.firestore, 'notes/first'), { text: 'new' })
    }
    await fetch(`${world.origin}/v1/projects/demo-app/databases/(default)/documents/secrets/one`)
    await expect(page.getByText('1 document in all')).toBeVisible({ timeout: 30_000 })
    expect((await card.boundingBox())?.y).toBe(before?.y)

    await card.getByRole('button', { name: 'Hide' }).click()
    const back = page.getByRole('button', { name: 'Connect an app' })
    await expect(back).toBeFocused()
    await expect(card).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('list', { name: 'Figures' })).toBeVisible()
    await expect(back).toBeVisible()
    await expect(card).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search, or go to a path' }).fill('connect')
    await expect(page.getByRole('option', { selected: true })).toHaveText('Connect an app')
    await page.keyboard.press('Enter')
    await expect(card.getByRole('button', { name: 'Hide' })).toBeFocused()
    await expect(page).toHaveURL(/\/projects\/demo-app$/)
    await page.reload()
    await expect(card).toBeVisible()
  })
})
