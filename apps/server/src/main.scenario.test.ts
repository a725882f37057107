import { execFileSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { readVersion } from './version.ts'

/** The Node that a shell finds outside this repository, which is often an older one. */
function nodeOfTheMachine(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const environment = { ...process.env, PATH: folders.join(delimiter) }
  return execFileSync('node', ['-p', 'process.execPath'], { env: environment, encoding: 'utf8' }).trim()
}

test('the command runs on the Node of the repository, whichever began it', () => {
  const main = join(import.meta.dirname, 'main.mjs')
  expect(execFileSync(nodeOfTheMachine(), [main, 'version'], { encoding: 'utf8' })).toBe(`${readVersion()}\n`)
}, 60_000)
