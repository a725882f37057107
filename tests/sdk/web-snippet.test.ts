import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { emulatorSnippet, firstTrySnippet, installForWeb, webSnippet } from '../../apps/console/src/shared/snippets.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

/** A program that connects, and then signs a user up and writes their document. Answers the document. */
async function tryOut(server: TestServer, connecting: string, trying: string): Promise<unknown> {
  const code = `${connecting}
${trying}
console.log(user.uid)
process.exit(0)
`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code])
  const documents = `${server.origin}/v1/projects/shop-app/databases/(default)/documents`
  const found = await fetch(`${documents}/hello/${stdout.trim()}`, { headers: { authorization: 'Bearer owner' } })
  return await found.json()
}

const identity = { projectId: 'shop-app', apiKey: 'hk_shop-app_x', appId: '1:1:web:1', storageBucket: 'shop-app' }
const written = { fields: { at: { timestampValue: expect.any(String) } } }

test('what the overview shows for a web app works as it is pasted, up to a user and their first document', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  expect(await tryOut(server, webSnippet(identity, server.origin), firstTrySnippet)).toMatchObject(written)
})

test('what it shows for one without a package works, too', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  // A name is imported once.
  const trying = firstTrySnippet.replace('createUserWithEmailAndPassword, getAuth', 'createUserWithEmailAndPassword')
  expect(await tryOut(server, emulatorSnippet(identity, server.origin), trying)).toMatchObject(written)
})

test('the line that installs names the packed helper and the version of the SDK that it is tested with', async () => {
  const { version, devDependencies } = JSON.parse(await readFile('packages/client/package.json', 'utf8')) as {
    version: string
    devDependencies: Record<string, string>
  }
  const line = `/hearth-client-${version}.tgz firebase@${devDependencies['firebase']}`
  expect(installForWeb).toContain(line)
  expect(await readFile('docs/guides/web.md', 'utf8')).toContain(`${line}\n`)
})
