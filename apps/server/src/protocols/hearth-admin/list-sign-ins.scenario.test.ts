import type { AppContact } from '@hearth/api'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { serviceToken } from '../../testing/service-credential.ts'
import { TestServer } from '../../testing/test-server.ts'

interface Listed {
  readonly signIns: readonly { readonly email: string | null; readonly provider: string; readonly isFirst: boolean }[]
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

test('an app is known by its last accepted request; what is refused, denied or the console’s own is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-contacts-'))
  {
    await using server = await TestServer.start({ dataFolder: folder })
    const owner = await ConsoleAccount.claim(server)
    const { app } = await owner.enter('demo-app')
    await owner.operatorToken('demo-app')
    const listed = async (): Promise<readonly AppContact[]> => {
      const answer = await owner.call('GET', '/projects/demo-app/app-contacts')
      return ((await answer.json()) as { contacts: AppContact[] }).contacts
    }
    const call = async (operation: string, body: object, headers: Record<string, string> = {}): Promise<number> => {
      const answer = await fetch(`${server.origin}/v1/${operation}?key=${app.apiKey}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ ...body, returnSecureToken: true }),
      })
      return answer.status
    }
    const person = { email: 'ada@example.com', password: 'correct horse' }
    expect(await call('accounts:signUp', { ...person, password: 'short' })).toBe(400)
    const document = `${server.origin}/v1/projects/demo-app/databases/(default)/documents/closed/1`
    expect((await fetch(document)).status).toBe(403)
    expect(await listed()).toEqual([])
    expect(await call('accounts:signUp', person, { 'x-firebase-gmpid': app.appId })).toBe(200)
    expect(await call('accounts:signInWithPassword', { ...person, password: 'mistyped' })).toBe(400)
    expect(await listed()).toEqual([{ platform: 'web', name: 'Web app', at: expect.stringMatching(/^20/) as string }])
    expect(await call('accounts:signInWithPassword', person, { 'x-android-package': 'com.example.shop' })).toBe(200)
    const asServer = { authorization: `Bearer ${await serviceToken(owner, 'demo-app')}` }
    expect((await fetch(document, { headers: asServer })).status).toBe(404)
    expect((await listed()).map(({ platform }) => platform).toSorted()).toEqual(['android', 'server', 'web'])
    const stranger = { authorization: `Bearer ${await owner.operatorToken('console')}` }
    expect(
      (await fetch(`${server.origin}/hearth/v1/projects/demo-app/app-contacts`, { headers: stranger })).status,
    ).toBe(401)
  }
  await using server = await TestServer.start({ dataFolder: folder })
  const owner = await ConsoleAccount.signIn(server, 'olga@example.com', 'correct horse')
  const answer = await owner.call('GET', '/projects/demo-app/app-contacts')
  expect(((await answer.json()) as { contacts: AppContact[] }).contacts).toHaveLength(3)
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})
