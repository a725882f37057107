import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type DataMode, openDataFolder } from './data-folder.ts'

const open = (path: string, mode: DataMode, adopt = false): void => openDataFolder(path, mode, { adopt }).close()

test.each([
  ['dev', 'start'],
  ['start', 'dev'],
] as const)('a folder that %s made is refused by %s, until it is taken over on purpose', async (maker, other) => {
  await using folder = await temporaryFolder()
  open(folder.path, maker)
  expect(() => open(folder.path, other)).toThrow(new RegExp(`"hearth ${maker}".*--adopt-data`))
  open(folder.path, maker)

  open(folder.path, other, true)
  open(folder.path, other)
  expect(() => open(folder.path, maker)).toThrow(/--adopt-data/)
})

test('a folder that does not say who made it is trusted by neither', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'format.json')
  await writeFile(file, '{"format":1}\n')
  expect(() => open(folder.path, 'start')).toThrow(/does not say .*--adopt-data/)
  expect(() => open(folder.path, 'dev')).toThrow(/--adopt-data/)
  expect(await readFile(file, 'utf8')).toBe('{"format":1}\n')
})

async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'hearth-folder-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
