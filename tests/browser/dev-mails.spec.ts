import { expect } from '@playwright/test'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { findViolations } from './find-violations.ts'
import { test } from './test.ts'

test('the page of hearth dev shows a mail as soon as it is sent, and its link works', async ({ page, request }) => {
  await using server = await TestServer.start({ mode: 'dev' })
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') violations.push(message.text())
  })
  await page.goto(`${server.origin}/hearth/dev/mails`)
  await expect(page.getByText('Nothing was sent yet')).toBeVisible()
  const api = `${server.origin}/identitytoolkit.googleapis.com/v1`
  const data = { email: 'ada@example.com', password: 'correct horse' }
  await request.post(`${api}/accounts:signUp?key=demo-app`, { data })
  const reset = { requestType: 'PASSWORD_RESET', email: 'ada@example.com' }
  await request.post(`${api}/accounts:sendOobCode?key=demo-app`, { data: reset })
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  const time = page.getByRole('time').first()
  expect(await time.textContent()).toBe(
    await time.evaluate((element: HTMLTimeElement) => new Date(element.dateTime).toLocaleString()),
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await findViolations(page)).toEqual([])
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: /resetPassword/ }).click()
  await expect((await opened).getByText('Choose a new password').first()).toBeVisible()
  const html = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'As HTML' }).click()
  await expect((await html).getByText('Open this link within an hour')).toBeVisible()
  expect(violations).toEqual([])
})
