import { expect, it } from 'vitest'
import { parseCommandLine } from '../config/command-line.ts'
import { parseProjectsCommand } from '../config/projects-command.ts'
import { SettingsError } from '../config/server-config.ts'
import { ConsoleAccount } from '../testing/console-account.ts'
import { serviceToken } from '../testing/service-credential.ts'
import { TestServer } from '../testing/test-server.ts'
import { runProjects } from './projects-command.ts'

/** Parses and runs the command as the process does. */
async function run(words: readonly string[]): Promise<{ code: number; printed: string[]; told: string[] }> {
  const [printed, told]: [string[], string[]] = [[], []]
  const command = parseCommandLine(['projects', ...words])
  if (command.name !== 'projects') throw new Error('it is another command')
  const code = await runProjects(
    parseProjectsCommand(command.action, command.flags, {}),
    (line) => printed.push(line),
    (sentence) => told.push(sentence),
  )
  return { code, printed, told }
}

it('lists deleted projects and takes one back, for a person who owns it alone', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app', 'Shop')
  const key = await serviceToken(owner, 'shop-app', ['project'])
  const asOwner = ['--url', server.origin, '--token', owner.idToken]
  expect(await run(['deleted', ...asOwner])).toMatchObject({ code: 0, printed: [] })
  expect((await owner.call('DELETE', '/projects/shop-app')).status).toBe(200)

  const { printed } = await run(['deleted', ...asOwner])
  expect(printed).toEqual([expect.stringMatching(/^shop-app {2}deleted \S+, can be taken back until \S+ {2}Shop$/)])
  expect((await run(['restore', '--project', 'shop-app', '--url', server.origin, '--token', key])).code).toBe(1)
  expect((await run(['restore', '--project', 'other-app', ...asOwner])).told).toEqual([
    'This server has no such project.',
  ])
  expect(await run(['restore', '--project', 'shop-app', ...asOwner])).toMatchObject({
    code: 0,
    told: ['shop-app is back, with everything that it had.'],
  })
  expect((await owner.call('GET', '/projects/shop-app/members')).status).toBe(200)
  expect((await run(['deleted', ...asOwner])).printed).toEqual([])
})

it.each(['start', 'dev'] as const)('says under %s which credential it takes, where none is named', async (mode) => {
  await using server = await TestServer.start({ mode })
  const { code, told } = await run(['deleted', '--url', server.origin])
  expect(code).toBe(1)
  expect(told.join()).toContain('with --token (to be copied in the console under Account → This session')
  expect(told.join()).not.toContain('--key')
})

it.each([
  [[], 'Say what to do: projects deleted or projects restore.'],
  [['--url', 'http://127.0.0.1'], 'Say what to do: projects deleted or projects restore.'],
  [['restore'], '--project is missing: the id of the project.'],
  [['deleted', '--key', 'file'], '--key is not a setting of this command.'],
])('refuses %j', (words, complaint) => {
  const command = parseCommandLine(['projects', ...words])
  const parse = () => command.name === 'projects' && parseProjectsCommand(command.action, command.flags, {})
  expect(parse).toThrow(SettingsError)
  expect(parse).toThrow(complaint)
})
