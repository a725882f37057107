import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Flags } from '../../config/option.ts'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { flagWords, runCommand } from '../../testing/run-command.ts'
import { TestServer } from '../../testing/test-server.ts'

const CLOSED = `rules_version = '2';
service cloud.firestore { match /databases/{d}/documents { match /{document=**} { allow read: if request.auth.uid == 'ada'; } } }`

class CommandWorld implements AsyncDisposable {
  readonly folder: string
  readonly said: string[] = []

  private constructor(folder: string) {
    this.folder = folder
  }

  static async make(files: Readonly<Record<string, string>>): Promise<CommandWorld> {
    const world = new CommandWorld(await mkdtemp(join(tmpdir(), 'hearth-rules-command-')))
    for (const [name, content] of Object.entries(files)) await writeFile(join(world.folder, name), content)
    return world
  }

  /** The exit status. */
  async run(action: string, flags: Flags): Promise<number> {
    const given = { ...(action !== 'get' && { rules: this.folder }), ...flags }
    const { status, printed, told } = await runCommand(['rules', action, ...flagWords(given)])
    this.said.push(...printed, ...told)
    return status
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true })
  }
}

test('deploys the rules of a folder, again and again, and shows what holds', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await using world = await CommandWorld.make({ 'firestore.rules': CLOSED })
  const flags = { project: 'demo-app', url: server.origin }
  expect(await world.run('deploy', flags)).toBe(0)
  expect(await world.run('deploy', { ...flags, note: 'once more' })).toBe(0)
  const answer = await fetch(`${server.origin}/v1/projects/demo-app/databases/(default)/documents/a/b`)
  expect(answer.status).toBe(403)
  expect(await world.run('get', flags)).toBe(0)
  expect(world.said.at(-1)).toContain(CLOSED)
})

test('each database goes by the rules that firebase.json names for it, and is closed without', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const open = CLOSED.replace("request.auth.uid == 'ada'", 'true')
  await using world = await CommandWorld.make({ 'firestore.rules': open, 'second.rules': open })
  const flags = { project: 'demo-app', url: server.origin }
  const statusIn = async (database: string): Promise<number> =>
    (await fetch(`${server.origin}/v1/projects/demo-app/databases/${database}/documents/a/b`)).status
  expect(await world.run('deploy', flags)).toBe(0)
  expect(await statusIn('(default)')).toBe(404)
  expect(await statusIn('second')).toBe(403)
  const firestore = [{ rules: 'firestore.rules' }, { database: 'second', rules: 'second.rules' }]
  await writeFile(join(world.folder, 'firebase.json'), JSON.stringify({ firestore }))
  expect(await world.run('deploy', flags)).toBe(0)
  expect(world.said.at(-1)).toMatch(
    /^second\.rules is published, and holds for the database second of demo-app at http:\/\/127\.0\.0\.1:\d+\.$/,
  )
  expect(await statusIn('second')).toBe(404)
  expect(await statusIn('third')).toBe(403)
  expect(await world.run('get', flags)).toBe(0)
  expect(world.said.join('\n')).toContain('// projects/demo-app/releases/cloud.firestore/second: second.rules')
})

test('tests ask the rules of the database that they name', async () => {
  const open = CLOSED.replace("request.auth.uid == 'ada'", 'true')
  const request = { path: '/databases/(default)/documents/a/b', method: 'get' }
  const inSecond = { ...request, path: request.path.replace('(default)', 'second') }
  await using world = await CommandWorld.make({
    'firestore.rules': CLOSED,
    'second.rules': open,
    'firebase.json': JSON.stringify({ firestore: [{}, { database: 'second', rules: 'second.rules' }] }),
    'rules.tests.json': JSON.stringify({
      testCases: [
        { request, expectation: 'DENY' },
        { request: inSecond, expectation: 'ALLOW' },
      ],
    }),
  })
  expect(await world.run('test', {})).toBe(0)
  expect(world.said.at(-1)).toBe('2 passed, 0 failed.')
})

test('says where rules are broken, and publishes nothing', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await using world = await CommandWorld.make({ 'firestore.rules': 'service cloud.firestore {\n  match }' })
  const flags = { project: 'demo-app', url: server.origin }
  expect(await world.run('deploy', flags)).toBe(1)
  expect(world.said.join('\n')).toContain('firestore.rules [E] 2:9 - ')
  expect(await world.run('get', flags)).toBe(0)
})

test('tests rules without a server', async () => {
  const testCase = (uid: string, expectation: string) => ({
    ...(uid === 'eve' && { name: 'the stranger' }),
    expectation,
    request: { path: '/databases/(default)/documents/a/b', method: 'get', auth: { uid, token: {} } },
  })
  const suite = (expectation: string) =>
    JSON.stringify({ testCases: [testCase('ada', 'ALLOW'), testCase('eve', expectation)] })
  await using world = await CommandWorld.make({
    'firestore.rules': CLOSED,
    'right.json': suite('DENY'),
    'wrong.json': suite('ALLOW'),
  })
  expect(await world.run('test', { suite: join(world.folder, 'right.json') })).toBe(0)
  expect(await world.run('test', { suite: join(world.folder, 'wrong.json') })).toBe(1)
  expect(world.said).toContain(
    'the stranger: get /databases/(default)/documents/a/b: expected ALLOW (firestore.rules:2).',
  )
  expect(await world.run('test', { suite: join(world.folder, 'missing.json') })).toBe(1)
  expect(await world.run('test', {})).toBe(1)
  expect(world.said.at(-1)).toMatch(/^There are no tests at .*rules\.tests\.json\. Write some, such as \{"testCases": /)
})

test('asks the cases of rules.tests.json beside the rules, and says what is wrong with a file that is none', async () => {
  const request = { path: '/databases/(default)/documents/a/b', method: 'get' }
  await using world = await CommandWorld.make({
    'firestore.rules': CLOSED,
    'rules.tests.json': JSON.stringify({ testCases: [{ expectation: 'DENY', request }] }),
    'none.json': '{"testCases": [{"request": {"path": "/a"}}]}',
    'text.json': 'DENY',
    'typed.json': JSON.stringify({ testCases: [{ request, resource: { fields: { n: { colour: 'red' } } } }] }),
  })
  expect(await world.run('test', {})).toBe(0)
  expect(world.said).toEqual(['1 passed, 0 failed.'])
  for (const name of ['none', 'text', 'typed']) {
    expect(await world.run('test', { suite: join(world.folder, `${name}.json`) })).toBe(1)
  }
  expect(world.said.slice(1)).toEqual([
    expect.stringContaining('testCases.0.request.method'),
    'These are no tests: the file is no JSON.',
    expect.stringContaining('colour'),
  ])
})

test("asks the folder's rules the tests that the team has saved", async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const saved = await fetch(`${server.origin}/hearth/v1/projects/demo-app/rules-tests`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify({
      test: {
        name: 'Ada reads',
        expectation: 'ALLOW',
        request: { path: '/databases/(default)/documents/a/b', method: 'get', auth: { uid: 'ada', token: {} } },
      },
    }),
  })
  expect(saved.status).toBe(201)
  await using world = await CommandWorld.make({ 'firestore.rules': CLOSED })
  const flags = { project: 'demo-app', url: server.origin }
  expect(await world.run('test', flags)).toBe(0)
  expect(world.said).toEqual(['1 passed, 0 failed.'])
})

test('deploys to a server in production with a service key, and not with a file that is none', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app', 'Shop')
  const made = await owner.call('POST', '/projects/shop-app/service-keys', { name: 'Deployment' })
  await using world = await CommandWorld.make({ 'firestore.rules': CLOSED, 'key.json': await made.text() })
  const flags = { project: 'shop-app', url: server.origin }
  expect(await world.run('deploy', flags)).toBe(1)
  expect(await world.run('deploy', { ...flags, key: join(world.folder, 'firestore.rules') })).toBe(1)
  expect(world.said.at(-1)).toMatch(/is not the file of a service key/)
  expect(await world.run('deploy', { ...flags, key: join(world.folder, 'key.json') })).toBe(0)
  expect(await world.run('get', { ...flags, key: join(world.folder, 'key.json') })).toBe(0)
  expect(world.said.at(-1)).toContain(CLOSED)
})

test('finds the server by the key that it made, unless another one is named', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app', 'Shop')
  const made = await owner.call('POST', '/projects/shop-app/service-keys', { name: 'Deployment' })
  const gone = await TestServer.start({ mode: 'dev' })
  const { origin } = gone
  await gone[Symbol.asyncDispose]()
  await using world = await CommandWorld.make({ 'firestore.rules': CLOSED, 'key.json': await made.text() })
  const flags = { project: 'shop-app', key: join(world.folder, 'key.json') }
  expect(await world.run('deploy', flags)).toBe(0)
  expect(world.said.at(-1)).toContain(`of shop-app at ${server.origin}.`)
  expect(await world.run('get', { ...flags, url: origin })).toBe(1)
  const { status, told } = await runCommand(['rules', 'get', ...flagWords(flags)], {
    HEARTH_PORT: new URL(origin).port,
  })
  expect(status).toBe(1)
  expect(told.at(-1)).toContain(`No server answers at ${origin}.`)
})

test('says which server does not answer, and which wants a key', async () => {
  await using world = await CommandWorld.make({ 'firestore.rules': CLOSED })
  const gone = await TestServer.start({ mode: 'dev' })
  const { origin } = gone
  await gone[Symbol.asyncDispose]()
  expect(await world.run('deploy', { project: 'demo-app', url: origin })).toBe(1)
  expect(world.said.at(-1)).toBe(`No server answers at ${origin}. --url names the address of another one.`)

  await using server = await TestServer.start({ mode: 'start' })
  expect(await world.run('deploy', { project: 'demo-app', url: server.origin })).toBe(1)
  expect(world.said.at(-1)).toContain(
    `${server.origin} asks who is calling: name the file of a service key of the project with --key`,
  )
})

test('says that a file has no rules of its service when it is deployed', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await using world = await CommandWorld.make({ 'firestore.rules': CLOSED, 'storage.rules': CLOSED })
  expect(await world.run('deploy', { project: 'demo-app', url: server.origin })).toBe(0)
  const told = world.said.filter((line) => line.includes('has no rules of'))
  expect(told).toEqual(['storage.rules has no rules of firebase.storage: everything there is closed.'])
})

test('says that a file of a server under development holds, and not what was deployed', async () => {
  await using kept = await CommandWorld.make({ 'firestore.rules': CLOSED })
  await using server = await TestServer.start({ mode: 'dev', settings: { HEARTH_RULES: kept.folder } })
  const flags = { project: 'demo-app', url: server.origin }
  const file = join(kept.folder, 'firestore.rules')
  expect(await kept.run('deploy', flags)).toBe(0)
  expect(kept.said.at(-1)).toContain(`the file ${file} holds and says the same`)

  await using other = await CommandWorld.make({ 'firestore.rules': CLOSED.replace('ada', 'eve') })
  expect(await other.run('deploy', flags)).toBe(0)
  expect(other.said.at(-1)).toContain(
    `does not hold on this server: it runs for development, and the file ${file} wins`,
  )
  expect(await other.run('get', flags)).toBe(0)
  expect(other.said.at(-1)).toContain(`For cloud.firestore the file ${file} holds on this server instead`)

  const set = await fetch(`${server.origin}/emulator/v1/projects/demo-app:securityRules`, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ content: CLOSED }] } }),
  })
  expect(set.status).toBe(200)
  expect(await other.run('deploy', flags)).toBe(0)
  expect(other.said.at(-1)).toContain('a tool has set other rules, which hold until the server stops')
})

test('says that nothing is published', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await using world = await CommandWorld.make({})
  expect(await world.run('get', { project: 'demo-app', url: server.origin })).toBe(0)
  expect(world.said).toEqual(['No rules are published for demo-app.'])
})

test('what is named wrongly is told with what to name instead', async () => {
  await using world = await CommandWorld.make({ 'firestore.rules': CLOSED })
  const { folder } = world
  const said = async (action: string, flags: Flags): Promise<string | undefined> => {
    expect(await world.run(action, flags)).toBe(1)
    return world.said.at(-1)
  }
  const flags = { project: 'demo-app', url: 'http://127.0.0.1:1' }
  const file = join(folder, 'firestore.rules')
  expect(await said('deploy', { ...flags, rules: file })).toContain(`${file} is no folder.`)
  expect(world.said.at(-1)).toContain(`--rules ${folder}`)
  expect(await said('deploy', { ...flags, rules: join(folder, 'none') })).toContain('There is no folder')
  const key = join(folder, 'key.json')
  expect(await said('deploy', { ...flags, key })).toContain(
    `There is no file ${key}. --key names the file of a service key`,
  )
  expect(await said('test', { suite: folder })).toContain(`${folder} is a folder. --suite names a file of tests`)

  await using empty = await CommandWorld.make({ 'firebase.json': '{"firestore": {"rules": "/rules/all.rules"}}' })
  expect(await empty.run('deploy', flags)).toBe(1)
  expect(empty.said).toEqual([
    `firebase.json names the rules /rules/all.rules: there is no ${join(empty.folder, 'rules/all.rules')}. Its paths begin at its own folder.`,
    expect.stringContaining(
      `neither ${join(empty.folder, 'rules/all.rules')} nor ${join(empty.folder, 'storage.rules')}`,
    ),
  ])
  const { status, told } = await runCommand(['rules', 'get', '--project', 'demo-app', '--server', 'x'])
  expect([status, told]).toEqual([2, ["Unknown option '--server'."]])
})

test('a test with a path within the database is told where paths begin', async () => {
  const request = { path: '/orders/1', method: 'get' }
  await using world = await CommandWorld.make({
    'firestore.rules': CLOSED,
    'rules.tests.json': JSON.stringify({ testCases: [{ expectation: 'ALLOW', request }] }),
  })
  expect(await world.run('test', {})).toBe(1)
  expect(world.said[0]).toContain(
    'No allow covers it. A path begins at the root: /databases/(default)/documents/orders/1',
  )
})

test('what is wrong with rules comes with what to do about it', async () => {
  await using world = await CommandWorld.make({
    'firestore.rules': CLOSED.replace('documents {', 'documents{'),
  })
  expect(await world.run('test', {})).toBe(1)
  expect(world.said[0]).toMatch(
    /^firestore\.rules \[E\] 2:57 - Unexpected '\{'\. A blank goes between a path and the brace/,
  )
})
