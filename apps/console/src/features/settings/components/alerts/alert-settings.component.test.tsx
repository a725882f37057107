import { getProjectAlertSettings, type Incident, listProjectAlerts } from '@hearth/api'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { OpenIncidents } from '../../../../shared/alerts/open-incidents.tsx'
import { enterProject } from '../../../../testing/enter-project.ts'
import { FakeServer } from '../../../../testing/fake-server.ts'
import { renderComponent } from '../../../../testing/render-component.tsx'
import { AlertSettings } from './alert-settings.tsx'

const spike: Incident = {
  id: 'one',
  kind: 'denial-spike',
  since: '2026-11-23T09:00:00.000Z',
  endedAt: null,
  figures: { denied: 214, requests: 380, usualShare: 0.012 },
  messages: [
    {
      event: 'opened',
      at: '2026-11-23T09:00:00.000Z',
      isHeldBack: false,
      mails: { waiting: 1, delivered: 2, failed: 0 },
      webhook: { state: 'failed', attempts: 5, status: 500 },
    },
  ],
}
const settings = {
  kinds: ['denial-spike', 'failed-backup'],
  team: 'owners',
  addresses: ['ops@example.com'],
  language: 'en',
  webhook: null,
  isMailEnabled: true,
} as const

async function openSettings(role: 'owner' | 'viewer', open: readonly Incident[], ended: readonly Incident[] = []) {
  const server = FakeServer.start()
  const project = await enterProject(server, role)
  server.answer(listProjectAlerts, { isWatched: true, open: [...open], ended: [...ended] })
  server.answer(getProjectAlertSettings, {
    ...settings,
    kinds: [...settings.kinds],
    addresses: [...settings.addresses],
  })
  return { server, project }
}

test('a viewer sees what is wrong, how far the messages came and the way to its cause, and no settings', async () => {
  const { project } = await openSettings('viewer', [spike])
  const screen = await renderComponent(<AlertSettings />, { project })
  await expect.element(page.getByText('Many more requests are denied than usual')).toBeVisible()
  await expect.element(page.getByText(/214 of 380 requests denied within ten minutes; 1% are usual\./)).toBeVisible()
  await expect
    .element(page.getByText(/2 mails delivered, 1 mail waiting, webhook given up \(5 attempts, last answer 500\)/))
    .toBeVisible()
  await expect.element(page.getByText('Owners of the project choose what is told, and to whom.')).toBeVisible()
  await page.getByRole('link', { name: 'Open denied requests' }).click()
  expect(screen.router.state.location.search).toMatchObject({
    verdict: 'denied',
    begin: Date.parse(spike.since) - 600_000,
  })
})

test('what is no address is said at its field, and nothing can be saved that is as it was', async () => {
  const { project } = await openSettings('owner', [], [{ ...spike, endedAt: '2026-11-23T09:40:00.000Z' }])
  await renderComponent(<AlertSettings />, { project })
  await expect.element(page.getByText('Nothing is wrong')).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Earlier' }).getByText(/requests are denied/)).toBeVisible()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect.element(save).toBeDisabled()
  const addresses = page.getByLabelText('Further addresses')
  await addresses.fill('ops@example.com\nnobody')
  await save.click()
  await expect.element(page.getByText('“nobody” is no address.')).toBeVisible()
  await addresses.fill(Array.from({ length: 11 }, (_, index) => `a${index}@example.com`).join(', '))
  await save.click()
  await expect.element(page.getByText('There are more than ten.')).toBeVisible()
  await addresses.fill('ops@example.com')
  await expect.element(save).toBeDisabled()
})

test('without a mail server there is no mail to try, and a read that fails can be tried again', async () => {
  const { project, server } = await openSettings('owner', [])
  server.answer(getProjectAlertSettings, { ...settings, kinds: [], addresses: [], isMailEnabled: false })
  server.refuse(listProjectAlerts, { code: 'unavailable', reason: 'STORE_LATCHED', message: '' })
  await renderComponent(<AlertSettings />, { project })
  await expect.element(page.getByText('This server sends no mails: it has no mail server.')).toBeVisible()
  await expect.element(page.getByText('Nothing is watched for, kept or told.')).toBeVisible()
  expect(page.getByLabelText('Test mail to').elements()).toEqual([])
  await expect.element(page.getByText('Couldn’t read the alerts')).toBeVisible()
  server.answer(listProjectAlerts, { isWatched: false, open: [], ended: [] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(/hearth dev watches nothing/)).toBeVisible()
})

test('what is wrong stands on the overview, with the ways on', async () => {
  const { project } = await openSettings('viewer', [spike])
  await renderComponent(<OpenIncidents scope={project} />, { project })
  await expect.element(page.getByText('Many more requests are denied than usual')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open alerts' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open denied requests' })).toBeVisible()
})
