import { execFile } from 'node:child_process'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOutcomes, withOutcome } from './report-outcomes.mjs'

const root = new URL('..', import.meta.url).pathname
const story = (library: string) => `
  import { existsSync, writeFileSync } from 'node:fs'
  import { expect, test } from '${library}'
  test.describe('a suite', () => {
    test('passes', () => {})
    test('fails', () => expect('one\\ntwo').toBe('three'))
    test('passes the second time', () => {
      const tried = existsSync('tried')
      writeFileSync('tried', '')
      if (!tried) throw new Error('not yet\\nand more words')
    })
  })
`

let folder: string
beforeAll(async () => {
  // Beside the tools: they look for their own files from here.
  await mkdir(join(root, '.cache'), { recursive: true })
  folder = await mkdtemp(join(root, '.cache/outcome-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rm(folder, { recursive: true }))

test('the end of a run of Vitest names what failed and what passed the second time', async () => {
  const place = join(folder, 'vitest')
  await mkdir(place)
  await writeFile(join(place, 'story.test.js'), story('vitest'))
  await writeFile(join(place, 'broken.test.js'), 'throw new Error("no such thing")')
  await writeFile(join(place, 'vitest.config.js'), 'export default { test: { retry: 1 } }')
  expect(await run('vitest/vitest.mjs', ['run', `--reporter=${root}scripts/reporters/vitest-outcome.ts`], place)).toBe(
    [
      '\nNeeded a second try:',
      '  story.test.js > a suite > passes the second time',
      '    not yet',
      '\n\nFailed:',
      '  story.test.js > a suite > fails',
      "    expected 'one\\ntwo' to be 'three' // Object.is equality",
      '  broken.test.js',
      '    no such thing',
      '\n2 passed, 2 failed\n',
    ].join('\n'),
  )
})

test('the end of a run of Playwright does so, too', async () => {
  const place = join(folder, 'playwright')
  await mkdir(place)
  await writeFile(join(place, 'story.spec.js'), story('@playwright/test'))
  await writeFile(join(place, 'playwright.config.js'), 'export default { retries: 1 }')
  expect(
    await run('@playwright/test/cli.js', ['test', `--reporter=${root}scripts/reporters/playwright-outcome.ts`], place),
  ).toBe(
    [
      '\nNeeded a second try:',
      '  story.spec.js > a suite > passes the second time',
      '    Error: not yet',
      '\n\nFailed:',
      '  story.spec.js > a suite > fails',
      '    Error: expect(received).toBe(expected) // Object.is equality',
      '\n2 passed, 1 failed\n',
    ].join('\n'),
  )
})

test('a run that leaves no outcome is a failure, and so is one that ran nothing', async () => {
  const file = join(folder, 'none.json')
  const ended = await withOutcome(file, 'the tests', () => Promise.resolve({ code: 137, output: '' }))
  expect(describeOutcomes([ended])).toMatch(/\nFailed:\n {2}the tests\n {4}.*137.*\n\n0 passed, 1 failed\n$/)
  const idle = await withOutcome(file, 'the tests', () => Promise.resolve({ code: 0, output: '' }))
  expect(describeOutcomes([idle])).toMatch(/0 passed, 1 failed\n$/)
})

/** What the end of the run prints. */
async function run(tool: string, words: readonly string[], cwd: string): Promise<string> {
  const { VITEST: _, ...outside } = process.env
  const outcome = await withOutcome(join(cwd, 'outcome.json'), tool, (environment) => {
    const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>()
    const env = { ...outside, ...environment }
    const child = execFile(
      process.execPath,
      [join(root, 'node_modules', tool), ...words],
      { cwd, env },
      (_error, out) => resolve({ code: child.exitCode ?? 1, output: out }),
    )
    return promise
  })
  return describeOutcomes([outcome])
}
