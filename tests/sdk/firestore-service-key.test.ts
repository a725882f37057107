import { cert, deleteApp, initializeApp, type ServiceAccount } from 'firebase-admin/app'
import { initializeFirestore } from 'firebase-admin/firestore'
import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

test('firebase-admin reads and writes documents under start with the file of a service key', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app', 'Shop')
  const made = await owner.call('POST', '/projects/shop-app/service-keys', { name: 'Till' })
  const app = initializeApp({ credential: cert((await made.json()) as ServiceAccount), projectId: 'shop-app' }, 'till')
  const firestore = initializeFirestore(app, { preferRest: true })
  firestore.settings({ host: new URL(server.origin).host, ssl: false })
  await firestore.doc('orders/1').set({ total: 3 })
  expect((await firestore.doc('orders/1').get()).data()).toEqual({ total: 3 })
  await firestore.terminate()
  await deleteApp(app)
})
