import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Flags } from '../config/option.ts'
import { ConsoleAccount } from '../testing/console-account.ts'
import { flagWords, runCommand } from '../testing/run-command.ts'
import { TestServer } from '../testing/test-server.ts'

class CommandWorld implements AsyncDisposable {
  readonly folder: string
  said: readonly string[] = []

  private constructor(folder: string) {
    this.folder = folder
  }

  static async make(): Promise<CommandWorld> {
    return new CommandWorld(await mkdtemp(join(tmpdir(), 'hearth-indexes-command-')))
  }

  async save(file: unknown): Promise<void> {
    const text = typeof file === 'string' ? file : JSON.stringify(file)
    await writeFile(join(this.folder, 'firestore.indexes.json'), text)
  }

  /** The exit status. What is said is that of this run alone. */
  async run(action: string, flags: Flags): Promise<number> {
    const given = { ...(action === 'deploy' && { indexes: this.folder }), ...flags }
    const { status, printed, told } = await runCommand(['indexes', action, ...flagWords(given)])
    this.said = [...printed, ...told]
    return status
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true })
  }
}

const file = {
  indexes: [
    {
      collectionGroup: 'cities',
      queryScope: 'COLLECTION',
      fields: [
        { fieldPath: 'tags', arrayConfig: 'CONTAINS' },
        { fieldPath: 'n', order: 'DESCENDING' },
      ],
    },
  ],
  fieldOverrides: [
    { collectionGroup: 'logs', fieldPath: '*', indexes: [] },
    {
      collectionGroup: 'logs',
      fieldPath: 'at',
      ttl: true,
      indexes: [{ queryScope: 'COLLECTION', order: 'ASCENDING' }],
    },
  ],
}

test('deploys a file, shows what is there, and gives up what the file no longer names when it is told to', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  const flags = { project: 'demo-app', url: server.origin, token: await owner.operatorToken('demo-app') }
  await using world = await CommandWorld.make()
  await world.save(file)
  expect(await world.run('deploy', flags)).toBe(0)
  expect(world.said).toEqual([expect.stringMatching(/1 index new and being built.*2 fields overridden/)])
  expect(await world.run('list', flags)).toBe(0)
  expect(world.said).toEqual([
    expect.stringMatching(/^(CREATING|READY) +COLLECTION +cities: tags CONTAINS, n DESCENDING, __name__ DESCENDING$/),
    expect.stringMatching(/EXEMPT +logs: \*$/),
    expect.stringMatching(/^ACTIVE +TTL +logs: at$/),
    expect.stringMatching(/^(CREATING|READY) +COLLECTION +logs: at ASCENDING$/),
  ])
  await world.save({})
  expect(await world.run('deploy', flags)).toBe(0)
  expect(world.said.join()).toContain('0 as by default again')
  expect(await world.run('deploy', { ...flags, prune: true })).toBe(0)
  expect(world.said.join()).toContain('2 as by default again')
})

test('says what is wrong', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const flags = { project: 'demo-app', url: server.origin }
  await using world = await CommandWorld.make()
  expect(await world.run('deploy', flags)).toBe(1)
  expect(world.said.join()).toContain('There are no indexes to deploy')
  await world.save('{')
  expect(await world.run('deploy', flags)).toBe(1)
  expect(world.said.join()).toContain('is not JSON')
  await world.save({ fieldOverrides: [{ collectionGroup: 'c', fieldPath: 'a..b', indexes: [] }] })
  expect(await world.run('deploy', flags)).toBe(1)
  expect(world.said.join()).toContain('Invalid property path')
})

test.each([
  ['indexes', 'Say what to do'],
  ['indexes remove --project demo-app', 'Say what to do: indexes deploy or indexes list.'],
  ['indexes list', "Required option '--project <id>' not specified"],
  ['indexes list --project demo-app --force', "Unknown option '--force'"],
  ['indexes deploy --project demo-app --prune yes', 'Too many arguments'],
  ['indexes deploy --project demo-app --indexes', 'argument missing'],
])('refuses "%s"', async (line, sentence) => {
  const { status, told } = await runCommand(line.split(' '))
  expect(status).toBe(2)
  expect(told.join()).toContain(sentence)
})
