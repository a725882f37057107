import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { adminKeySnippet } from '../../apps/console/src/features/overview/snippets.ts'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

const use = `
const { uid } = await auth.createUser({ email: 'ada@example.com' })
await firestore.doc('orders/1').set({ buyer: uid })
await bucket.file('notes/1.txt').save('three apples')
const [content] = await bucket.file('notes/1.txt').download()
const { buyer } = (await firestore.doc('orders/1').get()).data()
const heard = await new Promise((resolve, reject) => {
  const stop = firestore.collection('orders').onSnapshot((found) => {
    stop()
    resolve(found.size)
  }, reject)
})
await firestore.doc('orders/2').set({ buyer: uid })
const { size } = await firestore.collection('orders').get()
await firestore.runTransaction(async (transaction) => transaction.delete((await transaction.get(firestore.doc('orders/2'))).ref))
console.log(JSON.stringify({ heard, size, isBuyer: buyer === uid, content: String(content) }))
process.exit(0)
`

test('what the overview shows for the Admin SDK works as it is pasted, for users, documents, listeners and files', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app', 'Shop')
  const { app } = await owner.enter('shop-app')
  const made = await owner.call('POST', '/projects/shop-app/service-keys', { name: 'Till' })
  const folder = await mkdtemp(join(tmpdir(), 'admin-snippet-'))
  try {
    const keyFile = join(folder, 'key.json')
    await writeFile(keyFile, await made.text())
    const code = adminKeySnippet(app, server.origin).replace("'key.json'", JSON.stringify(keyFile)) + use
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code])
    expect(JSON.parse(stdout)).toEqual({ heard: 1, size: 2, isBuyer: true, content: 'three apples' })
  } finally {
    await rm(folder, { recursive: true })
  }
})
