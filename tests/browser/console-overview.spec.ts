import { expect } from '@playwright/test'
import { doc, setDoc } from 'firebase/firestore'
import { MailReceiver } from '../../apps/server/src/testing/mail-receiver.ts'
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
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Active users' })).toContainText(/0.*by analytics events/)
  const denied = figures.getByRole('listitem').filter({ hasText: 'Requests denied' })
  await test.step('an app that is refused has not connected', async () => {
    await expect(requests).toHaveAccessibleName('Requests')
    await expect(denied).toContainText('0')
    const apps = page.getByRole('region', { name: 'Connected apps' })
    await expect(apps).toContainText('No app has connected yet')
    await expect(page.getByText('Nothing yet. What apps ask for')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Health' })).toContainText('None published')

    const refused = await fetch(`${world.origin}/v1/accounts:signUp?key=${apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'short' }),
    })
    expect(refused.status).toBe(400)
    await fetch(`${world.origin}/v1/projects/demo-app/databases/(default)/documents/secrets/one`)
    await expect(now.getByRole('link', { name: 'get secrets/one' })).toBeVisible()
    await expect(now.getByText('Denied')).toBeVisible()
    await expect(apps).toContainText('No app has connected yet')
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

    await page.getByRole('button', { name: 'Connect an app' }).click()
    for (const [platform, line] of [
      ['Flutter', /useAuthEmulator\('127.0.0.1'/],
      ['iOS', /options.projectID = "demo-app"/],
      ['Android', /setProjectId\("demo-app"\)/],
    ] as const) {
      await page.getByRole('tab', { name: platform }).click()
      await expect(page.getByRole('tabpanel')).toContainText(line)
    }
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
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

test('the first hour: address and mail server are tried and set, an app connects, rules begin with a template, a backup is made', async ({
  page,
}) => {
  await using smtp = await MailReceiver.start()
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await openSignedIn(page, `${world.origin}/projects/demo-app`)
  const steps = page.getByRole('list', { name: 'Steps of the set-up' })
  const step = (title: string) =>
    steps.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await test.step('the address is asked whether this server is there before it is stored', async () => {
    await expect(page.getByText('0 of 6')).toBeVisible()
    await expect(step('Set the public address')).toHaveAttribute('aria-current', 'step')
    const address = steps.getByRole('textbox', { name: 'Public address' })
    await address.fill('http://127.0.0.1:1')
    await steps.getByRole('button', { name: 'Test and save' }).click()
    await expect(steps.getByText('Nothing listens there.')).toBeVisible()
    await expect(steps.getByRole('button', { name: 'Save anyway' })).toBeVisible()
    await expectAccessible(page)
    await address.fill(world.origin)
    await steps.getByRole('button', { name: 'Test and save' }).click()
    await expect(step('Set the public address')).toContainText(world.origin)
    await expect(step('Connect a mail server')).toHaveAttribute('aria-current', 'step')
  })
  await test.step('the mail server is tried by a mail, and mails go out at once', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    smtp.refusal = '550 no such user'
    await steps.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
    await steps.getByRole('textbox', { name: 'Port' }).fill(String(smtp.port))
    await steps.getByRole('button', { name: /Connection/ }).click()
    await page.getByRole('option', { name: 'Not encrypted, for this machine alone' }).click()
    await steps.getByRole('textbox', { name: 'Sender' }).fill('Shop <shop@example.com>')
    await steps.getByRole('button', { name: 'Send a test mail and save' }).click()
    await expect(steps.getByText('The test mail was not sent, and nothing is saved.')).toBeVisible()
    smtp.refusal = undefined
    await steps.getByRole('button', { name: 'Send a test mail and save' }).click()
    await expect(step('Connect a mail server')).toContainText('Mails go out by 127.0.0.1')
    expect(await smtp.next()).toMatchObject({ subject: 'Hearth can send mails', from: 'Shop <shop@example.com>' })
    await expect(page.getByRole('region', { name: 'Health' })).toContainText('Set up')
  })
  await test.step('a mistyped password is no app, and what is accepted is', async () => {
    const connect = step('Connect your app')
    await expect(connect).toHaveAttribute('aria-current', 'step')
    await expect(connect.getByText(`connectHearth(app, { origin: '${world.origin}' })`)).toBeVisible()
    const { apiKey } = await ConsoleAdministrator.enter(world, 'demo-app')
    const call = async (operation: string, password: string) => {
      const answer = await fetch(`${world.origin}/v1/accounts:${operation}?key=${apiKey}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: world.origin },
        body: JSON.stringify({ email: 'ada@example.com', password, returnSecureToken: true }),
      })
      return answer.status
    }
    expect(await call('signInWithPassword', 'mistyped')).toBe(400)
    await page.reload()
    await expect(connect.getByText('Listening for the first request of your app')).toBeVisible()
    expect(await call('signUp', 'a horse of Ada')).toBe(200)
    await expect(connect).toContainText('Web', { timeout: 30_000 })
    await expect(step('Write rules')).toHaveAttribute('aria-current', 'step')
  })
  await test.step('a backup is made from here, and a template becomes the draft of the rules', async () => {
    await step('Back up').getByRole('button').click()
    await steps.getByRole('button', { name: 'Back up now' }).click()
    await expect(step('Back up')).toContainText('A backup is made and verified', { timeout: 30_000 })
    await step('Write rules').getByRole('button').click()
    await steps.getByRole('button', { name: 'Choose a template' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rules to begin with' })
    await expect(dialog).toContainText('Everything else is denied.')
    await dialog.getByRole('button', { name: 'Open as draft' }).click()
    await expect(page.getByText('Not published', { exact: true })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Source of firestore.rules' })).toContainText('match /users/{uid}')
    await expect(page.getByText('No issues')).toBeVisible()
  })
  await test.step('a connected project has its apps in a line, and the palette leads back to how one connects', async () => {
    await page.goto(`${world.origin}/projects/demo-app`)
    const apps = page.getByRole('region', { name: 'Connected apps' })
    await expect(apps).toContainText('1 app connected')
    await expect(apps.getByRole('button', { name: 'Set-up: 5 of 6 done' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search, or go to a path' }).fill('connect')
    await expect(page.getByRole('option', { selected: true })).toHaveText('Connect an app')
    await page.keyboard.press('Enter')
    await expect(step('Connect your app').getByRole('button', { name: 'Fold' })).toBeFocused()
    await expect(page).toHaveURL(/\/projects\/demo-app$/)
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await expect(apps.getByRole('button', { name: 'Connect an app' })).toBeFocused()
  })
  expect(complaints).toEqual([])
})
