import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { emulatorSnippet, firstTrySnippet, installForWeb, webSnippet } from '../../apps/console/src/shared/snippets.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

test.each([
  ['', webSnippet],
  [', without a package,', emulatorSnippet],
])(
  'what the overview shows for a web app%s works as it is pasted, up to a user and their first document',
  async (_, snippetOf) => {
    await using server = await TestServer.start({ mode: 'dev' })
    const identity = { projectId: 'shop-app', apiKey: 'hk_shop-app_x', appId: '1:1:web:1', storageBucket: 'shop-app' }
    const code = `${snippetOf(identity, server.origin)}
${firstTrySnippet}
console.log(user.uid)
process.exit(0)
`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code])
    const documents = `${server.origin}/v1/projects/shop-app/databases/(default)/documents`
    const found = await fetch(`${documents}/hello/${stdout.trim()}`, { headers: { authorization: 'Bearer owner' } })
    expect(await found.json()).toMatchObject({ fields: { at: { timestampValue: expect.any(String) } } })
  },
)

test('the line that installs names the packed helper and the version of the SDK that it is tested with', async () => {
  const { version, devDependencies } = JSON.parse(await readFile('packages/client/package.json', 'utf8')) as {
    version: string
    devDependencies: Record<string, string>
  }
  const line = `/hearth-client-${version}.tgz firebase@${devDependencies['firebase']}`
  expect(installForWeb).toContain(line)
  expect(await readFile('docs/guides/web.md', 'utf8')).toContain(`${line}\n`)
})
