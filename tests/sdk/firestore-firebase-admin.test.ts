import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type App, deleteApp, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore, initializeFirestore } from 'firebase-admin/firestore'
import { afterEach, expect, test, vi } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

/** Each way in which `firebase-admin` hands out a database, as its type declarations name it. `app` is the one without a name. */
const ways: readonly (readonly [declared: string, database: string, open: (app: App) => Firestore])[] = [
  ['getFirestore()', '(default)', () => getFirestore()],
  ['getFirestore(app: App)', '(default)', (app) => getFirestore(app)],
  ['getFirestore(databaseId: string)', 'other', () => getFirestore('other')],
  ['getFirestore(app: App, databaseId: string)', 'other', (app) => getFirestore(app, 'other')],
  ['initializeFirestore(app: App, settings?: FirestoreSettings)', '(default)', (app) => initializeFirestore(app, {})],
  [
    'initializeFirestore(app: App, settings: FirestoreSettings, databaseId: string)',
    'other',
    (app) => initializeFirestore(app, { preferRest: false }, 'other'),
  ],
]

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each(ways)('firebase-admin: %s reads and writes documents of the database %s', async (_, database, open) => {
  await using server = await TestServer.start({ mode: 'dev' })
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', `127.0.0.1:${server.port}`)
  // The library asks the vendor's cloud where it runs, otherwise.
  vi.stubEnv('METADATA_SERVER_DETECTION', 'none')
  const app = initializeApp({ projectId: 'shop-app' })
  const firestore = open(app)
  await firestore.doc('orders/1').set({ total: 3 })
  expect((await firestore.doc('orders/1').get()).data()).toEqual({ total: 3 })
  const answer = await fetch(`${server.origin}/v1/projects/shop-app/databases/${database}/documents/orders/1`, {
    headers: { authorization: 'Bearer owner' },
  })
  expect(await answer.json()).toMatchObject({ fields: { total: { integerValue: '3' } } })
  await firestore.terminate()
  await deleteApp(app)
})

test('no other function of firebase-admin/firestore is declared', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('firebase-admin/firestore'))
  const text = readFileSync(join(folder, 'index.d.ts'), 'utf8')
  const declared = [...text.matchAll(/export declare function (.*): Firestore;/g)].map(([, one]) => one)
  expect(new Set(declared)).toEqual(new Set(ways.map(([one]) => one)))
})
