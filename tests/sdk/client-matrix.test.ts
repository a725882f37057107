import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { bundle } from '../clients/bundle.ts'

const programs = join(import.meta.dirname, '../clients/programs')
const repository = join(import.meta.dirname, '../..')

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await TestServer.start({ mode: 'dev' })
  folder = await mkdtemp(join(tmpdir(), 'hearth-matrix-'))
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function run(program: string, way: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, server.origin, way], { cwd: repository })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

/** One row of the matrix of `npm run test:long`: the version that is installed here. */
test.each([
  ['web.mjs', 'helper', 11],
  ['web.mjs', 'settings', 11],
  ['compat.mjs', 'helper', 12],
  ['compat.mjs', 'settings', 11],
])('%s by %s does what the matrix asks of every version', async (program, way, passed) => {
  expect(await run(join(programs, program), way)).toEqual({ passed, failed: [] })
})

test('the files that React Native takes of the SDK do, too, without a page and without URL.canParse', async () => {
  const file = join(folder, 'bundled.mjs')
  await bundle(join(programs, 'react-native.mjs'), 'react-native', file)
  expect(await run(file, 'helper')).toEqual({ passed: 11, failed: [] })
})

test('a program with a newer major version than the tests have run is warned once and goes on', async () => {
  const file = join(folder, 'newer.mjs')
  const module = join(repository, 'packages/client/src/sdk-version.ts')
  await writeFile(
    file,
    `const { warnOfNewerSdk } = await import(${JSON.stringify(module)})
for (const version of ['9.0.0', '12.99.1', '13.2.0', '14.0.0-beta.1']) warnOfNewerSdk(version)`,
  )
  const { stderr } = await promisify(execFile)(process.execPath, [file])
  expect(stderr.match(/@hearth\/client is tested with firebase up to version 12; this is 13\.2\.0/g)).toHaveLength(1)
  expect(stderr).not.toContain('14.0.0')
})
