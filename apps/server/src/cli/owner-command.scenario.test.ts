import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Flags } from '../config/option.ts'
import { ConsoleAccount } from '../testing/console-account.ts'
import { type CommandEnd, flagWords, runCommand } from '../testing/run-command.ts'
import { TestServer } from '../testing/test-server.ts'

/** Runs `hearth owner reset` against a server. */
function reset(server: TestServer, dataFolder = server.dataFolder, flags: Flags = {}): Promise<CommandEnd> {
  const words = ['owner', 'reset', ...flagWords({ url: server.origin, ...flags })]
  return runCommand(words, { HEARTH_DATA: dataFolder })
}

/** Chooses a password as the page behind the link does. */
async function choosePassword(server: TestServer, link: string, newPassword: string): Promise<number> {
  const { searchParams } = new URL(link)
  const response = await fetch(`${server.origin}/v1/accounts:resetPassword?key=${searchParams.get('apiKey')}`, {
    method: 'POST',
    body: JSON.stringify({ oobCode: searchParams.get('oobCode'), newPassword }),
  })
  return response.status
}

it('an owner who forgot the password of a server without mail chooses a new one', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  const { status, printed, told } = await reset(server)
  expect(status).toBe(0)
  expect(told.join(' ')).toContain('olga@example.com')
  const [link = ''] = printed
  expect(link.startsWith(`${server.origin}/action?mode=resetPassword`)).toBe(true)
  expect(await readdir(server.dataFolder)).not.toContain('owner-reset-code')

  expect(await choosePassword(server, link, 'battery staple')).toBe(200)
  const back = await ConsoleAccount.signIn(server, 'olga@example.com', 'battery staple')
  expect(back.uid).toBe(owner.uid)
  expect(await back.enter('demo-app')).toMatchObject({ role: 'owner' })
  await expect(ConsoleAccount.signIn(server, 'olga@example.com', 'correct horse')).rejects.toThrowError('400')
  expect(await choosePassword(server, link, 'something else')).toBe(400)
})

it('the command says that another folder is not the server’s', async () => {
  await using server = await TestServer.start()
  await ConsoleAccount.claim(server)
  const folder = await mkdtemp(join(tmpdir(), 'hearth-other-'))
  try {
    const { status, printed, told } = await reset(server, folder)
    expect([status, printed]).toEqual([1, []])
    expect(told.join(' ')).toContain('--data')
    expect(await readdir(folder)).toEqual([])
    expect((await reset(server, join(folder, 'missing'))).told.join(' ')).toContain('ENOENT')
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('nobody gets a link without the code in the data folder', async () => {
  await using server = await TestServer.start()
  await ConsoleAccount.claim(server)
  for (const code of ['undefined', 'x'.repeat(32)]) {
    const response = await fetch(`${server.origin}/hearth/v1/owner-reset`, {
      method: 'POST',
      body: JSON.stringify({ code }),
    })
    expect(response.status).toBe(403)
  }
})

it('a server that nobody owns yet says how it gets an owner', async () => {
  await using server = await TestServer.start()
  expect((await reset(server)).told.join(' ')).toContain('set-up code')
})

it('an owner who lost the second factor signs in without it, with every other device signed out', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  const added = await fetch(`${server.origin}/v1/projects/console/accounts:update`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.idToken}` },
    body: JSON.stringify({
      localId: owner.uid,
      emailVerified: true,
      mfa: { enrollments: [{ mfaEnrollmentId: 'phone', phoneInfo: '+15555550100' }] },
    }),
  })
  expect(added.status).toBe(200)
  const wantsFactor = async (): Promise<boolean> => {
    const { idToken } = await ConsoleAccount.signIn(server, 'olga@example.com', 'correct horse')
    return idToken === undefined
  }
  expect(await wantsFactor()).toBe(true)

  await reset(server)
  expect(await wantsFactor()).toBe(true)
  expect((await owner.call('GET', '/projects')).status).toBe(200)

  const { status, told } = await reset(server, server.dataFolder, { 'second-factor': true })
  expect(status).toBe(0)
  expect(told.join(' ')).toContain('without a second factor')
  expect(await wantsFactor()).toBe(false)
  expect((await owner.call('GET', '/projects')).status).toBe(401)
  const back = await ConsoleAccount.signIn(server, 'olga@example.com', 'correct horse')
  const { entries } = (await (await back.call('GET', '/projects/console/audit')).json()) as {
    entries: { action: string; detail: Record<string, string> }[]
  }
  const resets = entries.filter(({ action }) => action === 'server.reset-owner')
  expect(resets.map(({ detail }) => detail)).toEqual([{ removedSecondFactors: '1' }, {}])
  expect((await reset(server, server.dataFolder, { 'second-factor': true })).told.join(' ')).toContain('had no second')
})

it('the switch for second factors takes no value', async () => {
  expect(await runCommand(['owner', 'reset', '--second-factor', 'phone'])).toMatchObject({ status: 2 })
})
