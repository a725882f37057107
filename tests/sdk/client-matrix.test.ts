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

test('a program with a newer major version than the tests have run is warned once of each library and goes on', async () => {
  const file = join(folder, 'newer.mjs')
  const module = join(repository, 'packages/client/src/versions.ts')
  await writeFile(
    file,
    `const { warnOfNewer } = await import(${JSON.stringify(module)})
for (const version of ['9.0.0', '13.99.1', '14.2.0', '15.0.0-beta.1']) {
  warnOfNewer('firebase', version, 13)
  warnOfNewer('firebase-admin', version, 13)
}`,
  )
  const { stderr } = await promisify(execFile)(process.execPath, [file])
  for (const library of ['firebase', 'firebase-admin']) {
    const warning = `@hearth/client is tested with ${library} up to version 13; this is 14.2.0. It goes on.`
    expect(stderr.split(warning)).toHaveLength(2)
  }
  expect(stderr).not.toMatch(/13\.99\.1|15\.0\.0/)
})
