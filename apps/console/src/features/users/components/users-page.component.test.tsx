import { getUserPhoto, listJobs, readUserTimeline } from '@hearth/api'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { enterProject } from '../../../testing/enter-project.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { renderComponent } from '../../../testing/render-component.tsx'
import { UsersPage } from './users-page.tsx'

/** One pixel. */
const picture = 'data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='

const ada = {
  localId: 'uid-ada',
  email: 'ada@example.com',
  emailVerified: true,
  displayName: 'Ada Rossi',
  photoUrl: 'https://photos.example.com/ada.png',
  providerUserInfo: [{ providerId: 'google.com' }, { providerId: 'password' }],
  createdAt: '1790000000000',
  lastLoginAt: '1795000000000',
}
const bob = { localId: 'uid-bob', email: 'bob@example.com', createdAt: '1780000000000' }

async function openPage(search = '') {
  onTestFinished(() => localStorage.clear())
  const server = FakeServer.start()
  const project = await enterProject(server, 'viewer')
  server.answerPath('POST', /accounts:query$/, () =>
    Response.json({ recordsCount: '2', userInfo: [ada, bob], isPartial: false }),
  )
  server.answerPath('POST', /accounts:lookup$/, ({ body }) =>
    Response.json({ users: [ada, bob].filter(({ localId }) => JSON.stringify(body).includes(localId)) }),
  )
  server.answerPath('GET', /oauthIdpConfigs$/, () => Response.json({ oauthIdpConfigs: [] }))
  server.answer(listJobs, { jobs: [] })
  server.answer(getUserPhoto, { photo: picture })
  server.answer(readUserTimeline, {
    entries: [{ kind: 'joined', time: new Date(Number(ada.createdAt)).toISOString() }],
    hasAudit: false,
    people: {},
  })
  const screen = await renderComponent(<UsersPage />, { project, path: `/projects/demo-app/users${search}` })
  const rows = page.getByRole('table', { name: 'Users of this project' })
  await expect.element(rows.getByText('Ada Rossi')).toBeVisible()
  return { server, screen, rows }
}

test('a click shows a user beside the list, j and k go through it, Escape closes and Enter leads to the page', async () => {
  const { screen, rows } = await openPage()
  const search = (): unknown => screen.router.state.location.search
  await rows.getByRole('link', { name: /Ada Rossi/ }).click()
  const panel = page.getByRole('complementary', { name: 'Ada Rossi' })
  await expect.element(panel.getByText('1 of 2')).toBeVisible()
  await expect.element(panel.getByText('Account created')).toBeVisible()
  await expect.element(panel.getByText('uid-ada')).toBeVisible()
  expect(search()).toEqual({ user: 'uid-ada' })

  await userEvent.keyboard('j')
  const next = page.getByRole('complementary', { name: 'bob@example.com' })
  await expect.element(next.getByText('2 of 2')).toBeVisible()
  expect(search()).toEqual({ user: 'uid-bob' })
  await userEvent.keyboard('j')
  await userEvent.keyboard('k')
  await expect.element(panel.getByText('1 of 2')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  expect(search()).toEqual({})
  await expect.element(rows.getByRole('link', { name: /Ada Rossi/ })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => screen.router.state.location.pathname).toBe('/projects/demo-app/users/uid-ada')
})

test('a link names who stands beside the list', async () => {
  await openPage('?user=uid-bob')
  await expect.element(page.getByRole('complementary', { name: 'bob@example.com' })).toBeVisible()
})

test('pictures come by the server, ways to sign in have a sign each, and the chosen columns are kept', async () => {
  const { server, rows } = await openPage()
  const face = (): string | null | undefined => rows.element().querySelector('img')?.getAttribute('src')
  await expect.poll(face).toBe(picture)
  expect(server.asked.filter(({ path }) => path.endsWith('/photo')).map(({ path }) => path)).toEqual([
    '/hearth/v1/projects/demo-app/users/uid-ada/photo',
  ])
  await expect.element(rows.getByRole('img', { name: 'Google' })).toBeVisible()
  await expect.element(rows.getByText('none yet')).toBeVisible()

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByText('User id', { exact: true }).click()
  await expect.element(rows.getByRole('columnheader', { name: 'User id' })).toBeVisible()
  await page.getByRole('dialog').getByText('Created').click()
  await expect.element(rows.getByRole('columnheader', { name: 'Created' })).not.toBeInTheDocument()
  expect(localStorage.getItem('hearth.kept.user-columns')).toBe('["state","provider","uid","last-sign-in"]')
})
