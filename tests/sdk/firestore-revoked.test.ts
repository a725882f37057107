import { connectAuthEmulator, createUserWithEmailAndPassword, inMemoryPersistence, initializeAuth } from 'firebase/auth'
import { doc, getDocFromServer, onSnapshot } from 'firebase/firestore'
import { expect, test } from 'vitest'
import { openWorld, Snapshots } from './firestore-world.ts'

test('who is disabled while listening is signed out within seconds, by the open listener alone', async () => {
  await using world = await openWorld('full')
  const { db, server } = world
  const auth = initializeAuth(db.app, { persistence: inMemoryPersistence })
  connectAuthEmulator(auth, server.origin, { disableWarnings: true })
  const { user } = await createUserWithEmailAndPassword(auth, 'ada@example.com', 'correct horse')
  const snapshots = new Snapshots<boolean>()
  onSnapshot(doc(db, 'a/b'), (snapshot) => snapshots.next(snapshot.metadata.fromCache), snapshots.fail)
  await snapshots.until((fromCache) => !fromCache)

  await fetch(`${server.origin}/identitytoolkit.googleapis.com/v1/projects/demo-app/accounts:update`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ localId: user.uid, disableUser: true }),
  })
  await expect.poll(() => auth.currentUser, { timeout: 10_000 }).toBe(null)
  // As nobody it listens again. A client that is ended while it begins a stream spins for ever (`@grpc/grpc-js` 1.9, `doPick`).
  await getDocFromServer(doc(db, 'a/b'))
})
