import * as sdk from 'firebase/firestore'
import { expect, it } from 'vitest'
import { BackupCalls } from '../../apps/server/src/testing/backup-calls.ts'
import { openFirestore, openWorld, Snapshots } from './firestore-world.ts'

it('listeners and caches of an app see what a restore brought back, and go on from there', async () => {
  await using world = await openWorld('full')
  const backups = BackupCalls.ofDev(world.server.origin, 'demo-app')
  const other = openFirestore('full', world.server.port)
  const write = (id: string, text: string) => sdk.setDoc(sdk.doc(other, 'notes', id), { text })
  for (const id of ['changed', 'deleted', 'same']) await write(id, 'before')
  const seen = new Snapshots<sdk.QuerySnapshot>()
  const stop = sdk.onSnapshot(sdk.collection(world.db, 'notes'), seen.next, seen.fail)
  const texts = (snapshot: sdk.QuerySnapshot) =>
    Object.fromEntries(snapshot.docs.map((one) => [one.id, one.get('text') as string]))
  const isNow = (wanted: object) => (snapshot: sdk.QuerySnapshot) =>
    JSON.stringify(texts(snapshot)) === JSON.stringify(wanted)
  const before = { changed: 'before', deleted: 'before', same: 'before' }
  await seen.until(isNow(before))
  const backup = await backups.make()

  await write('changed', 'after')
  await write('new', 'after')
  await sdk.deleteDoc(sdk.doc(other, 'notes/deleted'))
  await seen.until(isNow({ changed: 'after', new: 'after', same: 'before' }))
  await backups.restore(backup)
  await seen.until(isNow(before))
  expect(texts(await sdk.getDocsFromServer(sdk.collection(other, 'notes')))).toEqual(before)
  // A transaction on what the cache holds is not refused for it, and its result arrives.
  await sdk.runTransaction(other, async (transaction) => {
    const reference = sdk.doc(other, 'notes/changed')
    const text = (await transaction.get(reference)).get('text') as string
    transaction.update(reference, { text: `${text} and later` })
  })
  await seen.until(isNow({ ...before, changed: 'before and later' }))
  stop()
})
