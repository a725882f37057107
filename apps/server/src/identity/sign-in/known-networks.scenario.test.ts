import { request } from 'node:http'
import { expect, test } from 'vitest'
import { type AppConfiguration, ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

const EMAIL = 'olga@example.com'
const PASSWORD = 'correct horse'

/** Why a sign-in at the console fails, `''` where it does not. Each address of this machine is a network of its own. */
async function signIn(server: TestServer, apiKey: string, secret: string, from: string): Promise<string> {
  const body = JSON.stringify({ email: EMAIL, password: secret, returnSecureToken: true })
  const { port, hostname } = new URL(server.origin)
  const path = `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${apiKey}`
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return await new Promise((resolve, reject) => {
    const sent = request(
      { host: hostname, port, localAddress: from, method: 'POST', path, headers, agent: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        response.on('end', () => resolve(/[A-Z_]{10,}/.exec(response.statusCode === 200 ? '' : text)?.[0] ?? ''))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

test('the server owner, whose account is guessed at from many networks after a restart, comes in from where they did before', async () => {
  await using first = await TestServer.start({ mode: 'start' })
  await ConsoleAccount.claim(first, EMAIL, PASSWORD)
  await first.hearth.stop()

  await using second = await TestServer.start({ mode: 'start', dataFolder: first.dataFolder })
  const { app } = (await (await fetch(`${second.origin}/hearth/v1/console`)).json()) as { app: AppConfiguration }
  // Seventy of them, and the twenty of an hour that are judged nevertheless.
  for (let round = 1; round <= 10; round++) {
    const networks = Array.from({ length: 10 }, (_, index) => `127.0.${round}.${index + 1}`)
    await Promise.all(networks.map((from) => signIn(second, app.apiKey, 'wrong guess', from)))
  }
  expect(await signIn(second, app.apiKey, PASSWORD, '127.0.20.1')).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  expect(await signIn(second, app.apiKey, PASSWORD, '127.0.0.1')).toBe('')
})
