import { expect, test } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { collectComplaints, ConsoleWorld, expectAccessible, owner, signIn } from './console-world.ts'

/** An app that asked for its installation id and reported an event, over HTTP as its SDK does. */
async function useApp(world: ConsoleWorld): Promise<void> {
  const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
  const { app } = await account.enter('demo-app')
  const installed = await fetch(`${world.origin}/v1/projects/demo-app/installations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': app.apiKey },
    body: JSON.stringify({ fid: '', authVersion: 'FIS_v2', appId: app.appId, sdkVersion: 'w:0.6.4' }),
  })
  expect(installed.status).toBe(200)
  const { fid } = (await installed.json()) as { fid: string }
  const reported = await fetch(`${world.origin}/hearth/v1/collect`, {
    method: 'POST',
    body: JSON.stringify({
      measurementId: app.measurementId,
      clientId: fid,
      userId: 'ada',
      events: [{ name: 'sign_up', params: { method: 'password', note: '<b>bold</b>' } }],
    }),
  })
  expect(reported.status).toBe(204)
}

const screens = [
  { path: 'analytics', title: 'Analytics', empty: 'No events yet', row: 'sign_up' },
  { path: 'installations', title: 'Devices', empty: 'No devices yet', row: 'Web SDK 0.6.4' },
] as const

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the lists of events and devices in the ${colorScheme} theme, empty or not`, async ({
    page,
  }) => {
    await using world = await ConsoleWorld.withOwner()
    const complaints = collectComplaints(page)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(`${world.origin}/projects/demo-app/analytics`)
    await signIn(page)
    await expect(page.getByText('No events yet')).toBeVisible()
    for (const { path, empty } of screens) {
      await page.goto(`${world.origin}/projects/demo-app/${path}`)
      await expect(page.getByText(empty)).toBeVisible()
      await expectAccessible(page)
    }
    await useApp(world)
    for (const { path, title, row } of screens) {
      await page.goto(`${world.origin}/projects/demo-app/${path}`)
      await expect(page.getByRole('table', { name: title }).getByText(row, { exact: true })).toBeVisible()
      await expectAccessible(page)
    }
    expect(complaints).toEqual([])
  })
}
