import { expect, it } from 'vitest'
import { ConsoleAccount } from '../testing/console-account.ts'
import { type CommandEnd, runCommand } from '../testing/run-command.ts'
import { serviceToken } from '../testing/service-credential.ts'
import { TestServer } from '../testing/test-server.ts'

function run(words: readonly string[]): Promise<CommandEnd> {
  return runCommand(['projects', ...words])
}

it('lists deleted projects and takes one back, for a person who owns it alone', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app', 'Shop')
  const key = await serviceToken(owner, 'shop-app', ['project'])
  const asOwner = ['--url', server.origin, '--token', owner.idToken]
  expect(await run(['deleted', ...asOwner])).toMatchObject({ status: 0, printed: [] })
  expect((await owner.call('DELETE', '/projects/shop-app')).status).toBe(200)

  const { printed } = await run(['deleted', ...asOwner])
  expect(printed).toEqual([expect.stringMatching(/^shop-app {2}deleted \S+, can be taken back until \S+ {2}Shop$/)])
  expect((await run(['restore', '--project', 'shop-app', '--url', server.origin, '--token', key])).status).toBe(1)
  expect((await run(['restore', '--project', 'other-app', ...asOwner])).told).toEqual([
    'This server has no such project.',
  ])
  expect(await run(['restore', '--project', 'shop-app', ...asOwner])).toMatchObject({
    status: 0,
    told: ['shop-app is back, with everything that it had.'],
  })
  expect((await owner.call('GET', '/projects/shop-app/members')).status).toBe(200)
  expect((await run(['deleted', ...asOwner])).printed).toEqual([])
})

it.each(['start', 'dev'] as const)('says under %s which credential it takes, where none is named', async (mode) => {
  await using server = await TestServer.start({ mode })
  const { status, told } = await run(['deleted', '--url', server.origin])
  expect(status).toBe(1)
  expect(told.join()).toContain('with --token (to be copied in the console under Account → This session')
  expect(told.join()).not.toContain('--key')
})

it.each([
  [[], 'Say what to do'],
  [['--url', 'http://127.0.0.1'], 'Say what to do: projects deleted or projects restore.'],
  [['restore'], "Required option '--project <id>' not specified"],
  [['deleted', '--key', 'file'], "Unknown option '--key'"],
])('refuses %j', async (words, complaint) => {
  const { status, told } = await run(words)
  expect(status).toBe(2)
  expect(told.join()).toContain(complaint)
})
