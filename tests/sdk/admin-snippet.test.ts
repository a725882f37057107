import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { adminDocumentsSnippet, adminKeySnippet, adminSnippet } from '../../apps/console/src/shared/snippets.ts'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

/** Run before anything else: what would connect to another machine fails, and is told. */
const stayHere = `
import net from 'node:net'
const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (...given) {
  const options = Array.isArray(given[0]) ? given[0][0] : given[0]
  const host = typeof options === 'object' ? (options.host ?? 'localhost') : (given[1] ?? 'localhost')
  if (!['localhost', '127.0.0.1', '::1'].includes(host)) {
    console.error('LEFT FOR ' + host)
    throw new Error('No connection to ' + host)
  }
  return connect.apply(this, given)
}
`

async function run(code: string, env: Record<string, string> = {}): Promise<unknown> {
  const guard = `data:text/javascript,${encodeURIComponent(stayHere)}`
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', guard, '--input-type=module', '--eval', code],
    { env: { ...process.env, ...env } },
  )
  expect(stderr).not.toContain('LEFT FOR')
  return JSON.parse(stdout)
}

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
const { getDownloadURL } = await import('firebase-admin/storage')
const file = bucket.file('notes/1.txt')
const text = async (address, init) => (await fetch(address, init)).text()
const [readLink] = await file.getSignedUrl({ version: 'v4', action: 'read', expires: Date.now() + 60_000 })
const [writeLink] = await bucket.file('notes/2.txt').getSignedUrl({ version: 'v4', action: 'write', expires: Date.now() + 60_000 })
await text(writeLink, { method: 'PUT', body: 'two pears' })
const link = await getDownloadURL(file)
// With the variable set all else goes on.
await bucket.file('large.bin').save(Buffer.alloc(9_000_000), { resumable: true })
const [{ size: large }] = await bucket.file('large.bin').getMetadata()
const files = { signed: await text(readLink), written: String((await bucket.file('notes/2.txt').download())[0]), linked: await text(link), large }
console.log(JSON.stringify({ heard, size, isBuyer: buyer === uid, content: String(content), files }))
process.exit(0)
`

const useDocuments = `
await firestore.doc('baskets/1').set({ pears: 2 })
const { pears } = (await firestore.doc('baskets/1').get()).data()
const { size: found } = await firestore.collection('baskets').where('pears', '==', 2).get()
await firestore.doc('baskets/1').delete()
console.log(JSON.stringify({ pears, found }))
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
    const withKey = (code: string) => code.replace("'key.json'", JSON.stringify(keyFile))
    expect(await run(withKey(adminDocumentsSnippet(server.origin)) + useDocuments)).toEqual({ pears: 2, found: 1 })
    expect(await run(withKey(adminKeySnippet(app, server.origin)) + use)).toEqual({
      heard: 1,
      size: 2,
      isBuyer: true,
      content: 'three apples',
      files: { signed: 'three apples', written: 'two pears', linked: 'three apples', large: '9000000' },
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('what it shows for hearth dev works with the variables alone', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const identity = { projectId: 'shop-app', storageBucket: 'shop-app.firebasestorage.app' }
  const [environment = '', code = ''] = adminSnippet({ apiKey: '', appId: '', ...identity }, server.origin).split(
    '# in its code\n',
  )
  const env = Object.fromEntries(
    [...environment.matchAll(/export (\w+)='?([^'\n]*)'?/g)].map(([, name, value]) => [name, value]),
  )
  const useDev = `
const { getAuth } = await import('firebase-admin/auth')
const { getFirestore } = await import('firebase-admin/firestore')
const { getDownloadURL, getStorage } = await import('firebase-admin/storage')
const { uid } = await getAuth().createUser({ email: 'ada@example.com' })
await getFirestore().doc('orders/1').set({ buyer: uid })
const { buyer } = (await getFirestore().doc('orders/1').get()).data()
const file = getStorage().bucket().file('notes/1.txt')
await file.save('three apples')
const linked = await (await fetch(await getDownloadURL(file))).text()
console.log(JSON.stringify({ isBuyer: buyer === uid, linked }))
process.exit(0)
`
  expect(await run(code + useDev, env)).toEqual({ isBuyer: true, linked: 'three apples' })
})
