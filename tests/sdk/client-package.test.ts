import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { OutsideApp } from '../outside-app.ts'

let app: OutsideApp
beforeAll(async () => {
  app = await OutsideApp.make()
}, 300_000)
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

const program = `
import { initializeApp } from 'firebase/app'
import { createUserWithEmailAndPassword } from 'firebase/auth'
import { connectHearth } from '@hearth/client'

const app = initializeApp({ apiKey: 'hk_shop-app_x', projectId: 'shop-app', appId: '1:1:web:1' })
const { auth, firestore, storage } = connectHearth(app, { origin: process.argv[2] })
const { user } = await createUserWithEmailAndPassword(auth, 'ada@example.com', 'correct horse')
const { addDoc, collection, getDocs } = await import('firebase/firestore')
await addDoc(collection(firestore, 'notes'), { by: user.uid })
const { docs } = await getDocs(collection(firestore, 'notes'))
const { getBytes, ref, uploadString } = await import('firebase/storage')
await uploadString(ref(storage, 'notes/a.txt'), 'hello')
const file = new TextDecoder().decode(await getBytes(ref(storage, 'notes/a.txt')))
console.log(JSON.stringify({ isOwn: docs.map((found) => found.get('by') === user.uid), file }))
process.exit(0)
`

it('shares the copy of the SDK that the app has, in a program that loads some of it later', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await app.write('program.js', program)
  expect(JSON.parse(await app.node(['program.js', server.origin]))).toEqual({ isOwn: [true], file: 'hello' })
})

it('brings its types', async () => {
  await app.write(
    'typed.mts',
    `import { initializeApp } from 'firebase/app'
import { connectHearth, type HearthServices } from '@hearth/client'
import { connectAuth } from '@hearth/client/auth'
const app = initializeApp({ projectId: 'shop-app' })
export const services: HearthServices = connectHearth(app, { origin: 'http://127.0.0.1:4400' })
// @ts-expect-error
connectAuth(app, { origin: 4400 })
`,
  )
  const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
  const words = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022', '--types', '']
  await expect(app.node([compiler, ...words, 'typed.mts'])).resolves.toBe('')
})
