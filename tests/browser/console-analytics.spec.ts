import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { AnalyticsApp } from './analytics-app.ts'
import { collectComplaints, ConsoleWorld, expectAccessible, owner } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { test } from './test.ts'

async function openAnalytics(page: Page, world: ConsoleWorld, search = ''): Promise<void> {
  await openSignedIn(page, `${world.origin}/projects/demo-app/analytics${search}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
}

/** A figure of the days, which is the tab of its chart. */
const figure = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const report = (page: Page, name: string) => page.getByRole('table', { name: `${name}, table` })
/** The cells of the row that begins with a text. */
const cells = (page: Page, table: string, name: string) =>
  report(page, table)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })
    .getByRole('cell')

async function csvOf(page: Page, title: string): Promise<string> {
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: `CSV of ${title}`, exact: true }).click()
  return await readFile(await (await begun).path(), 'utf8')
}

test('the first event, the figures of the days and real time are shown, and go on', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  const app = await AnalyticsApp.of(world)
  await test.step('an empty project shows how the first event is sent, and goes on by itself when it comes', async () => {
    await openAnalytics(page, world)
    await expect(page.getByText('No events yet')).toBeVisible()
    const snippet = page.getByLabel('How an app reports an event')
    await expect(snippet).toContainText(`connectHearth(app, { origin: '${world.origin}' })`)
    await expect(snippet).toContainText(/measurementId: 'G-\w+'/)

    await app.report('a', [{ name: 'session_start' }])
    await expect(page.getByRole('tab', { name: 'Users', exact: true })).toBeVisible()
    await expect(figure(page, 'Sessions')).toContainText('1')
  })
  await test.step('reports say of when they are, and are asked for anew together', async () => {
    const users = figure(page, 'Active users')
    await expect(users).toContainText('1')
    await expect(page.getByText(/, days in .* · as of \d\d:\d\d/)).toBeVisible()
    for (const user of ['b', 'c']) await app.report(user, [{ name: 'session_start' }])
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(users).toContainText('3')
    await page.getByRole('tab', { name: 'Retention' }).click()
    await expect(page.getByText(/ · as of \d\d:\d\d/)).toBeVisible()
    await page.getByRole('tab', { name: 'Real time' }).click()
    await expect(page.getByRole('button', { name: 'Refresh' })).toHaveCount(0)
  })
  await test.step('days, comparison, app and figure are the address, and the chart is read by keyboard or as a table', async () => {
    await app.report('a', [{ name: 'session_start', daysAgo: 8 }])
    await page.goto(`${world.origin}/projects/demo-app/analytics?days=7`)
    // Charts are compared from the start, and the figures are the tabs that choose one.
    await expect(figure(page, 'Active users')).toHaveAttribute('aria-selected', 'true')
    await figure(page, 'Active users').press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/\?days=7&metric=sessions$/)
    await expect(figure(page, 'Sessions')).toHaveAccessibleName(/3.*\+200%.*before: 1/)
    const chart = page.getByRole('application', { name: 'Sessions over time' })
    await chart.focus()
    await expect(page.getByText(/, so far: 3; .*: 0$/)).toBeAttached()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByText(/: 0; .*: 1; Change -100%$/)).toBeAttached()
    await page.keyboard.press('Shift+Home')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}&to=\d{4}-\d{2}-\d{2}&metric=sessions$/)
    await page.getByRole('button', { name: 'Whole range' }).first().press('Enter')
    await expect(page).toHaveURL(/\?days=7&metric=sessions$/)

    await page.getByRole('button', { name: 'As a table' }).first().press('Enter')
    await expect(report(page, 'Sessions over time').getByRole('row')).toHaveCount(8)

    await page.getByRole('button', { name: /Compared with/ }).press('Enter')
    await page.getByRole('option', { name: 'No comparison' }).press('Enter')
    await expect(page).toHaveURL(/\?days=7&compare=none&metric=sessions$/)
    await expect(page.getByText('before: 1')).toHaveCount(0)
    // Back takes the last choice away.
    await page.goBack()
    await expect(page).toHaveURL(/\?days=7&metric=sessions$/)
    await expect(page.getByText('before: 1').first()).toBeAttached()
    // A week has too few days for points of weeks; of 28 days there are four or five.
    await expect(page.getByRole('radio', { name: 'Week' })).toHaveCount(0)
    await page.goto(`${world.origin}/projects/demo-app/analytics?metric=sessions`)
    await page.getByRole('radio', { name: 'Day', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/\?metric=sessions&grain=week$/)
    await page.getByRole('button', { name: 'As a table' }).first().press('Enter')
    const weeks = report(page, 'Sessions over time').getByRole('row')
    await expect(weeks.getByRole('columnheader')).toHaveText(['Week', 'Sessions', 'the weeks before'])
    await expect.poll(async () => [4, 5].includes((await weeks.count()) - 1)).toBe(true)
    await page.goto(`${world.origin}/projects/demo-app/analytics?days=7&metric=sessions`)
    await page.getByRole('button', { name: /^Days|Days$/ }).press('Enter')
    await page.getByRole('option', { name: 'From … to …' }).press('Enter')
    await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}&to=/)
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await expect(page.getByText('The range begins before it ends')).toBeVisible()
    await page.reload()
    await expect(report(page, 'Sessions over time')).toHaveCount(0)
    await expect(page.getByLabel('From', { exact: true })).toBeVisible()
  })
  await test.step('real time follows what happens, by minute, event and screen', async () => {
    await app.report('a', [{ name: 'page_view', params: { page_title: 'Shop' } }])
    await page.getByRole('tab', { name: 'Real time' }).click()
    const now = card(page, 'Users in the last 30 minutes')
    await expect(now.getByText('3', { exact: true }).first()).toBeVisible()
    await expect(cells(page, 'Events', 'page_view')).toHaveText(['1', '1'])
    await expect(cells(page, 'Screens', 'Shop')).toHaveText(['1', '1'])
    await page.getByRole('application', { name: 'By minute' }).focus()
    await page.keyboard.press('Home')
    await expect(page.getByText('29 minutes ago: Active users 0')).toBeAttached()
    await app.report('b', [{ name: 'page_view', params: { page_title: 'Shop' } }])
    await expect(cells(page, 'Events', 'page_view')).toHaveText(['2', '2'])
  })
  expect(complaints).toEqual([])
})

test('reports of events, funnels, screens, audience and cohorts show who did what, and the log each of it', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
  for (const project of ['funnel-app', 'screens-app', 'cohorts-app']) await account.createProject(project)
  await test.step('an event opens with its days and the values of a parameter, and markup in any of them is text', async () => {
    const app = await AnalyticsApp.of(world)
    const markup = '<img src=x onerror="globalThis.stolen = 1">'
    for (const [user, item] of [
      ['a', 'book'],
      ['b', 'book'],
      ['c', markup],
    ] as const) {
      await app.report(user, [{ name: 'add_to_cart', params: { item, price: 10 } }])
    }
    await openAnalytics(page, world, '?report=events')
    await expect(cells(page, 'Events', 'add_to_cart')).toHaveText(['3', '3', '1'])
    await page.getByRole('button', { name: 'Show the event add_to_cart' }).press('Enter')
    await page.getByRole('button', { name: 'item', exact: true }).press('Enter')
    await expect(page).toHaveURL(/report=events&event=add_to_cart&param=item$/)
    await expect(cells(page, 'Values of item', 'book')).toHaveText(['2', '2'])
    await expect(report(page, 'Values of item').getByText(markup)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'price', exact: true }).press('Enter')
    await expect(cells(page, 'Values of price', '10')).toHaveText(['3', '3', '30'])

    expect(await csvOf(page, 'Values of price')).toMatch(/^Value,.*\r\n10,/)
    await page.goBack()
    await page.getByRole('tab', { name: 'Log' }).click()
    await expect(report(page, 'Log').getByRole('row')).toHaveCount(4)
    await page.getByLabel('Device').fill('a')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/report=log&client=a$/)
    await expect(report(page, 'Log').getByRole('row')).toHaveCount(2)
    expect(await page.evaluate(() => 'stolen' in globalThis)).toBe(false)
  })
  await test.step('a funnel is built by keyboard from events, read, turned around and taken away', async () => {
    const app = await AnalyticsApp.of(world, 'funnel-app')
    for (const user of ['a', 'b', 'c', 'd']) {
      await app.report(user, [
        { name: 'page_view' },
        ...(user < 'c' ? [{ name: 'sign_up', seconds: 20, params: { method: user === 'a' ? 'mail' : 'popup' } }] : []),
        ...(user === 'a' ? [{ name: 'purchase', seconds: 40 }] : []),
      ])
    }
    await page.goto(`${world.origin}/projects/funnel-app/analytics?report=funnel`)
    await page.getByRole('button', { name: 'Add page_view' }).press('Enter')
    await page.getByRole('button', { name: 'Add sign_up' }).press('Enter')
    await page.getByRole('button', { name: 'Add purchase' }).press('Enter')
    const steps = page.getByRole('list', { name: 'Funnel' }).getByRole('listitem')
    await expect(steps).toHaveCount(3)
    await expect(steps.nth(0)).toContainText(/4 users.*2 go no further/)
    await expect(steps.nth(1)).toContainText(/2 users.*50% of the step before · half of them within 20 s/)
    await expect(steps.nth(2)).toContainText(/1 user.*50% of the step before · 25% of the first/)
    expect(await csvOf(page, 'Funnel')).toMatch(/^Step,Event,Users,.*\r\npage_view,/)

    await page.getByRole('button', { name: 'Which sign_up counts: Any' }).press('Enter')
    await page.getByRole('textbox', { name: 'Value' }).fill('mail')
    await page.getByRole('textbox', { name: 'Value' }).press('Enter')
    await expect(steps.nth(1)).toContainText(/method is mail.*1 user.*25% of the step before/)
    await expectAccessible(page)
    await page.reload()
    await expect(steps.nth(1)).toContainText(/method is mail.*1 user/)
    await page.getByRole('button', { name: 'Which sign_up counts: method is mail' }).press('Enter')
    await page.getByRole('button', { name: /Compared how/ }).press('Enter')
    await page.getByRole('option', { name: 'is at least' }).press('Enter')
    await page.getByRole('button', { name: 'Count only these' }).press('Enter')
    await expect(page.getByText('Write a number, such as 10 or 2.5.')).toBeVisible()
    await page.getByRole('button', { name: 'Count any' }).press('Enter')
    await expect(steps.nth(1)).toContainText(/2 users/)

    await page.reload()
    await expect(steps).toHaveCount(3)
    await page.getByRole('button', { name: 'Move purchase up' }).press('Enter')
    await expect(steps.nth(2)).toContainText('0 users')
    await page.getByRole('button', { name: 'Remove page_view' }).press('Enter')
    await expect(page).toHaveURL(/purchase.*sign_up/)
    await expect(steps).toHaveCount(2)
  })
  await test.step('screens, audience and cohorts show who uses what, from where, and who comes back', async () => {
    const app = await AnalyticsApp.of(world, 'screens-app')
    const view = { name: 'page_view', params: { page_title: 'Shop', page_location: 'https://shop.example/all' } }
    await app.report(
      'a',
      [
        { name: 'first_visit', daysAgo: 7 },
        { ...view, daysAgo: 7 },
      ],
      { userProperties: { plan: 'paid' } },
    )
    await app.report('a', [view], { userProperties: { plan: 'paid' } })
    await app.report('b', [{ name: 'first_visit', daysAgo: 7 }], {
      userProperties: { plan: 'free' },
      timeZone: 'Europe/Berlin',
    })
    await page.goto(`${world.origin}/projects/screens-app/analytics?report=screens`)
    await expect(cells(page, 'Screens', 'Shop').first()).toHaveText('2')
    await page.getByRole('tab', { name: 'Audience' }).click()
    await expect(cells(page, 'Country', 'United Kingdom').first()).toHaveText('1')
    await expect(cells(page, 'Country', 'Germany').first()).toHaveText('1')
    await expect(cells(page, 'Platform', 'web').first()).toHaveText('2')
    await expect(cells(page, 'User properties', 'paid').first()).toHaveText('1')
    await page.getByRole('tab', { name: 'Retention' }).click()
    const cohorts = page.getByRole('table', { name: 'Who comes back' })
    await expect(cohorts.getByRole('columnheader')).toHaveText([
      'First seen in the week of',
      'Users',
      'Week 0',
      'Week 1',
    ])
    await expect(cohorts.getByRole('row').nth(1).getByRole('cell')).toHaveText(['2', '100%', '50%'])
  })
  await test.step('cohorts and the log follow the days and the comparison of the address, as every report does', async () => {
    const app = await AnalyticsApp.of(world, 'cohorts-app')
    await app.report('a', [{ name: 'first_visit', daysAgo: 9 }])
    await app.report('a', [{ name: 'session_start', daysAgo: 8 }])
    await app.report('b', [{ name: 'first_visit', daysAgo: 1 }])
    await page.goto(`${world.origin}/projects/cohorts-app/analytics?report=retention&days=7&unit=day`)
    const cohorts = page.getByRole('table', { name: 'Who comes back' })
    const row = (name: string | RegExp) =>
      cohorts.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
    // Of the days before nobody was new there is nothing; a day after without anybody new is a row.
    await expect(cohorts.getByRole('columnheader')).toHaveText(['First seen on', 'Users', 'Day 0', 'Day 1'])
    await expect(cohorts.getByRole('row')).toHaveCount(4)
    await expect(row('All together').getByRole('cell')).toHaveText(['1', '100%', '0%'])
    await page.getByRole('button', { name: /Compared with/ }).press('Enter')
    await page.getByRole('option', { name: 'Against the days before' }).press('Enter')
    await expect(page).toHaveURL(/compare=before/)
    await expect(row('Compared').getByRole('cell')).toHaveText(['1', '100%', '100%'])
    await expectAccessible(page)
    expect(await csvOf(page, 'Who comes back')).toMatch(/\r\nthese days,.*\r\ncompared,.*,1,1,1,/s)
    await page
      .getByRole('button', { name: /In.*Days|Days.*In/ })
      .last()
      .press('Enter')
    await page.getByRole('option', { name: 'Weeks' }).press('Enter')
    await expect(cohorts.getByRole('columnheader').first()).toHaveText('First seen in the week of')
    await page.goBack()
    await expect(cohorts.getByRole('columnheader').first()).toHaveText('First seen on')

    await page.getByRole('tab', { name: 'Log' }).click()
    await expect(report(page, 'Log').getByRole('row')).toHaveCount(4)
    await expect(page.getByRole('button', { name: /Compared with/ })).toHaveCount(0)
    await page.getByRole('button', { name: /^Days|Days$/ }).press('Enter')
    await page.getByRole('option', { name: 'From … to …' }).press('Enter')
    await page.getByLabel('From', { exact: true }).fill('2020-01-01')
    await page.getByLabel('To', { exact: true }).fill('2020-01-31')
    await page.getByLabel('To', { exact: true }).blur()
    await expect(page).toHaveURL(/from=2020-01-01&to=2020-01-31/)
    await expect(page.getByText('Nothing in these days')).toBeVisible()
    await page.getByRole('tab', { name: 'Retention' }).click()
    await expect(page.getByText('Nobody was new in these days')).toBeVisible()
  })
  expect(complaints).toEqual([])
})

test('an owner decides for how long events are kept, whose days are counted, and which servers report', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await test.step('the time is kept, and asked about before it is shorter', async () => {
    await openSignedIn(page, `${world.origin}/projects/demo-app/settings?section=analytics`)
    const keep = page.getByRole('button', { name: /Keep for/ })
    await expect(keep).toContainText('14 months')
    await keep.press('Enter')
    await page.getByRole('option', { name: '2 months' }).press('Enter')
    await card(page, 'How long events are kept').getByRole('button', { name: 'Save' }).press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Keep events for a shorter time?' })
    await expect(question).toContainText('Events older than 2 months are deleted')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Keep for less' }).press('Enter')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(keep).toContainText('2 months')
  })
  await test.step('a server reports with a secret that is shown once, until it is revoked', async () => {
    await expect(page.getByText('No API secrets yet')).toBeVisible()
    await page.getByRole('button', { name: 'Create secret' }).press('Enter')
    const asking = page.getByRole('dialog', { name: 'Create an API secret' })
    await asking.getByRole('button', { name: 'Create secret' }).press('Enter')
    await expect(page.getByText('Give the secret a name.')).toBeVisible()
    await asking.getByRole('textbox', { name: 'Name' }).fill('Billing')
    await asking.getByRole('textbox', { name: 'Name' }).press('Enter')

    const dialog = page.getByRole('alertdialog', { name: 'Keep the secret now' })
    await page.keyboard.press('Escape')
    const request = (await dialog.getByLabel('A request that reports an event').first().textContent()) ?? ''
    const [, url = '', body = ''] = /^curl '([^']+)' \\\n {2}--data '([^']+)'/.exec(request) ?? []
    const report = async () => (await fetch(url, { method: 'POST', body })).status
    expect(await report()).toBe(204)
    await expectAccessible(page, { within: '[role=alertdialog]' })
    await dialog.getByRole('button', { name: 'I have kept it' }).press('Enter')
    await expect(page.getByText(new URL(url).searchParams.get('api_secret') ?? '')).toHaveCount(0)

    const secrets = page.getByRole('table', { name: 'API secrets of this project' })
    await expect(secrets.getByRole('row', { name: /Billing/ })).toBeVisible()
    await expectAccessible(page)
    await secrets.getByRole('button', { name: 'Revoke Billing' }).press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Revoke Billing?' })
    await question.getByRole('button', { name: 'Revoke Billing' }).press('Enter')
    await expect(page.getByText('No API secrets yet')).toBeVisible()
    expect(await report()).toBe(401)
  })
  await test.step('the days are those of a time zone, and the reports follow', async () => {
    const app = await AnalyticsApp.of(world)
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await expect(zone).toHaveValue('UTC')
    await zone.fill('Mars')
    await card(page, 'Time zone').getByRole('button', { name: 'Save' }).press('Enter')
    await expect(page.getByText('Choose a time zone of the list, such as Europe/Berlin.')).toBeVisible()
    await zone.fill('')
    await zone.pressSequentially('Kiritimati')
    await page.getByRole('option', { name: 'Pacific/Kiritimati' }).click()
    await card(page, 'Time zone').getByRole('button', { name: 'Save' }).press('Enter')
    await expect(page.getByText('Time zone saved')).toBeVisible()

    await app.report('a', [{ name: 'login' }])
    await page.goto(`${world.origin}/projects/demo-app/analytics?report=events&days=7&event=login`)
    await expect(page.getByText(/, days in Pacific\/Kiritimati( · |$)/)).toBeVisible()
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(Date.now() - 60_000)
    expect(await csvOf(page, 'login over time')).toContain(`\r\n${today},1,0\r\n`)
  })
})

test('axe finds nothing in the reports, on a phone in the dark and on a desk in the light', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  const app = await AnalyticsApp.of(world)
  await app.reportWeeks()
  await openAnalytics(page, world)
  const reports = ['Users', 'Real time', 'Events', 'Screens', 'Audience', 'Retention', 'Funnel', 'Log']
  await test.step('on a phone the figures are in sight without scrolling, and the chart follows', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const figures = await figure(page, 'Active users').boundingBox()
    expect(figures?.y).toBeLessThan(300)
    const chart = await page.getByRole('application', { name: 'Active users over time' }).boundingBox()
    expect((chart?.y ?? 844) + (chart?.height ?? 0)).toBeLessThan(700)
  })
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const name of reports) {
      await page.getByRole('tab', { name, exact: true }).click()
      await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
      await expect(
        page.getByRole('button', { name: /^CSV/ }).or(page.getByText('Choose the first.')).first(),
      ).toBeVisible()
      await expectAccessible(page)
    }
  }
  expect(complaints).toEqual([])
})
