import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

/** One question of each protocol that the console asks by itself or at a press. */
const questions: readonly (readonly [method: 'GET' | 'POST', path: string])[] = [
  ['GET', '/hearth/v1/projects/demo-app/usage'],
  ['POST', '/identitytoolkit.googleapis.com/v1/projects/demo-app/accounts:query'],
  ['GET', '/v1/projects/demo-app/releases'],
  ['GET', '/v1/projects/demo-app/databases'],
  ['GET', '/v1/projects/demo-app/databases/(default)/documents/orders?pageSize=1'],
  ['GET', '/v0/b/demo-app.firebasestorage.app/o'],
]

test('what a page asks by itself keeps no operator session alive, whatever it asks', async () => {
  let aheadMs = 0
  await using server = await TestServer.start({ clock: { nowMs: () => Date.now() + aheadMs } })
  const owner = await ConsoleAccount.claim(server)
  const ask = async ([method, path]: (typeof questions)[number], idToken: string, idle?: string) => {
    const response = await fetch(server.origin + path, {
      method,
      headers: {
        authorization: `Bearer ${idToken}`,
        'content-type': 'application/json',
        ...(idle !== undefined && { 'hearth-idle': idle }),
      },
      ...(method === 'POST' && { body: '{}' }),
    })
    await response.arrayBuffer()
    return [path, response.status]
  }
  const watched = await Promise.all(questions.map(async () => await owner.operatorToken('demo-app')))
  const used = await Promise.all(questions.map(async () => await owner.operatorToken('demo-app')))
  aheadMs = 10 * 60_000
  for (const [at, question] of questions.entries()) {
    expect(await ask(question, watched[at] ?? '', '600')).toEqual([question[1], 200])
    expect(await ask(question, used[at] ?? '')).toEqual([question[1], 200])
  }
  aheadMs = 16 * 60_000
  for (const [at, question] of questions.entries()) {
    expect((await ask(question, watched[at] ?? '', '960'))[1]).toBe(401)
    expect(await ask(question, used[at] ?? '')).toEqual([question[1], 200])
  }
})

test('a session that a page wants while nobody is there counts from when somebody was', async () => {
  let aheadMs = 0
  await using server = await TestServer.start({ clock: { nowMs: () => Date.now() + aheadMs } })
  const owner = await ConsoleAccount.claim(server)
  const opened = await fetch(`${server.origin}/hearth/v1/projects/demo-app/operator-session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.idToken}`, 'hearth-idle': '600' },
  })
  const { customToken, app } = (await opened.json()) as { customToken: string; app: { apiKey: string } }
  const address = `${server.origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=${app.apiKey}`
  const signedIn = await fetch(address, { method: 'POST', body: JSON.stringify({ token: customToken }) })
  const { idToken } = (await signedIn.json()) as { idToken: string }
  const lookUp = async (): Promise<number> => {
    const about = `${server.origin}/identitytoolkit.googleapis.com/v1/accounts:lookup?key=${app.apiKey}`
    return (await fetch(about, { method: 'POST', body: JSON.stringify({ idToken }) })).status
  }
  // What the SDK does by itself after every sign-in, without a word of who is there.
  expect(await lookUp()).toBe(200)
  const ask = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${idToken}`, 'hearth-idle': '900' }
    return (await fetch(`${server.origin}/hearth/v1/projects/demo-app/usage`, { headers })).status
  }
  aheadMs = 4 * 60_000
  expect(await ask()).toBe(200)
  expect(await lookUp()).toBe(200)
  aheadMs = 6 * 60_000
  expect(await ask()).toBe(401)
  expect(await lookUp()).toBe(400)
})
