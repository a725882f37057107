import { expect, it } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

async function call(server: TestServer, method: string, body: object): Promise<Response> {
  return await fetch(`${server.origin}/identitytoolkit.googleapis.com/v1/${method}?key=demo-app`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function page(server: TestServer, path = ''): Promise<{ text: string; policy: string; status: number }> {
  const answer = await fetch(`${server.origin}/hearth/dev/mails${path}`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  return { text: await answer.text(), policy, status: answer.status }
}

it('the mails and codes of every project are on one page, with links that can be clicked', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  expect((await page(server)).text).toContain('Nothing was sent yet')
  await call(server, 'accounts:signUp', { email: 'ada@example.com', password: 'correct horse' })
  await call(server, 'accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: 'ada@example.com' })
  await call(server, 'accounts:sendVerificationCode', { phoneNumber: '+14155550123' })
  const { text } = await page(server)
  expect(text).toContain('<b>ada@example.com</b>')
  expect(text).toMatch(/<a href="http:\/\/127\.0\.0\.1:\d+\/emulator\/action\?mode=resetPassword&amp;\S+"/)
  expect(text).toMatch(/Text message: \d{6}<.*\n.*\+14155550123/)
  const html = await page(server, '/1')
  expect(html.text).toContain('<html lang="en">')
  expect((await page(server, '/7')).status).toBe(404)
  expect((await page(server, '/x')).status).toBe(404)
})

it('nothing in a mail runs, loads or breaks out', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const displayName = `<img src=x onerror=alert(1)>"'`
  const signedUp = await call(server, 'accounts:signUp', {
    email: 'a@example.com',
    password: 'correct horse',
    displayName,
  })
  const { idToken } = (await signedUp.json()) as { idToken: string }
  await call(server, 'accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  for (const path of ['', '/1']) {
    const shown = await page(server, path)
    expect(shown.text).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(shown.text).not.toContain('<img')
    expect(shown.policy).toContain("default-src 'none'")
    expect(shown.policy).toContain("frame-ancestors 'none'")
  }
  expect((await page(server, '/1')).policy).toMatch(/^sandbox allow-popups[^;]*;/)
  expect((await page(server, '/1')).policy).not.toContain('script')
})

it('under start there is no such page', async () => {
  await using server = await TestServer.start()
  expect((await page(server)).status).toBe(404)
  expect((await page(server, '/1')).status).toBe(404)
})
