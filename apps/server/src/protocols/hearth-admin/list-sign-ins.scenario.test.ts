import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

interface Listed {
  readonly signIns: readonly { readonly email: string | null; readonly provider: string; readonly isFirst: boolean }[]
  readonly lastCall?: { readonly at: string; readonly operation: string; readonly refused?: string }
}

test('lists who signed in to a project lately, to its members alone, and no more than twenty', async () => {
  await using server = await TestServer.start({
    settings: { HEARTH_SIGN_UP: 'anyone', HEARTH_CREATE_PROJECTS: 'anyone' },
  })
  const owner = await ConsoleAccount.claim(server)
  const stranger = await ConsoleAccount.signUp(server, 'sven@example.com')
  const { app } = await owner.enter('demo-app')
  const signUp = async (email: string): Promise<void> => {
    const body = { email, password: 'correct horse' }
    const answer = await fetch(`${server.origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${app.apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, returnSecureToken: true }),
    })
    expect(answer.status).toBe(200)
  }
  const listed = async (): Promise<Listed['signIns']> => {
    const answer = await owner.call('GET', '/projects/demo-app/sign-ins')
    return ((await answer.json()) as Listed).signIns
  }
  // Entering a project as an operator is no sign-in of its apps.
  await owner.operatorToken('demo-app')
  expect(await listed()).toEqual([])
  await signUp('ada@example.com')
  await signUp('bea@example.com')
  expect(await listed()).toMatchObject([
    { email: 'bea@example.com', provider: 'password' },
    { email: 'ada@example.com', provider: 'password' },
  ])
  expect((await stranger.call('GET', '/projects/demo-app/sign-ins')).status).toBe(403)
  for (let count = 0; count < 20; count++) await signUp(`user${count}@example.com`)
  const all = await listed()
  expect(all).toHaveLength(20)
  expect(all.map(({ email }) => email)).not.toContain('ada@example.com')
})

test('a call that was refused has reached the project, and entering it in the console is none', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  const { app } = await owner.enter('demo-app')
  await owner.operatorToken('demo-app')
  const listed = async (): Promise<Listed> => {
    const answer = await owner.call('GET', '/projects/demo-app/sign-ins')
    return (await answer.json()) as Listed
  }
  const call = async (operation: string, body: object): Promise<number> => {
    const answer = await fetch(`${server.origin}/v1/${operation}?key=${app.apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, returnSecureToken: true }),
    })
    return answer.status
  }
  expect(await listed()).toEqual({ signIns: [] })
  expect(await call('accounts:signUp', { email: 'ada@example.com', password: 'short' })).toBe(400)
  expect(await listed()).toMatchObject({
    signIns: [],
    lastCall: { at: expect.stringMatching(/^20/), operation: 'accounts:signUp', refused: 'WEAK_PASSWORD' },
  })
  expect(await call('accounts:signUp', { email: 'ada@example.com', password: 'correct horse' })).toBe(200)
  expect(await call('accounts:signInWithPassword', { email: 'ada@example.com', password: 'correct horse' })).toBe(200)
  const { signIns, lastCall } = await listed()
  expect(lastCall).not.toHaveProperty('refused')
  expect(lastCall).toMatchObject({ operation: 'accounts:signInWithPassword' })
  expect(signIns.map(({ isFirst }) => isFirst)).toEqual([false, true])
})
