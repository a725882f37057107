import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

/** Whether a stranger may make an account of the console: what its sign-in page is told, and what an attempt is answered. */
async function signUpAt(server: TestServer): Promise<[isOffered: unknown, status: number]> {
  const told = (await (await fetch(`${server.origin}/hearth/v1/console`)).json()) as {
    signUpAllowed: unknown
    app: { apiKey: string }
  }
  const answer = await fetch(
    `${server.origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${told.app.apiKey}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nina@example.com', password: 'correct horse' }),
    },
  )
  return [told.signUpAllowed, answer.status]
}

test('hearth dev is open to anyone, and closed where the setting says so', async () => {
  await using open = await TestServer.start({ mode: 'dev' })
  expect(await signUpAt(open)).toEqual([true, 200])
  await using closed = await TestServer.start({ mode: 'dev', settings: { HEARTH_SIGN_UP: 'invited' } })
  expect(await signUpAt(closed)).toEqual([false, 400])
})
