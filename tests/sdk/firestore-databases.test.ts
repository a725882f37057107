import { Firestore, v1 } from '@google-cloud/firestore'
import { OAuth2Client } from 'google-auth-library'
import { expect, it } from 'vitest'
import { openWorld } from './firestore-admin-world.ts'

/** The vendor's client of the administration API, in its REST form. */
function openAdministration(port: number) {
  const authClient = new OAuth2Client()
  authClient.setCredentials({ access_token: 'owner', expiry_date: Date.now() + 3_600_000 })
  return new v1.FirestoreAdminClient({
    fallback: true,
    protocol: 'http',
    apiEndpoint: '127.0.0.1',
    port,
    authClient,
    projectId: 'sdk-tests',
  })
}

function openDatabase(port: number, databaseId: string): Firestore {
  process.env['FIRESTORE_EMULATOR_HOST'] = `127.0.0.1:${port}`
  const db = new Firestore({ projectId: 'sdk-tests', databaseId })
  delete process.env['FIRESTORE_EMULATOR_HOST']
  return db
}

it('creates, lists, protects and deletes databases, whose documents are their own', async () => {
  await using world = await openWorld(false)
  const { port } = world.server
  const client = openAdministration(port)
  const parent = 'projects/sdk-tests'
  const name = `${parent}/databases/orders`
  await client.createDatabase({ parent, databaseId: 'orders', database: { type: 'FIRESTORE_NATIVE' } })
  const [{ databases }] = await client.listDatabases({ parent })
  expect(databases?.map((database: { name?: string | null }) => database.name)).toEqual([
    `${parent}/databases/(default)`,
    name,
  ])

  const orders = openDatabase(port, 'orders')
  await orders.doc('c/1').set({ of: 'orders' })
  await world.db.doc('c/1').set({ of: 'default' })
  expect((await orders.collectionGroup('c').get()).docs.map((document) => document.data())).toEqual([{ of: 'orders' }])

  await client.updateDatabase({
    database: { name, deleteProtectionState: 'DELETE_PROTECTION_ENABLED' },
    updateMask: { paths: ['delete_protection_state'] },
  })
  await expect(client.deleteDatabase({ name })).rejects.toThrow(/protected/)
  await client.updateDatabase({
    database: { name, deleteProtectionState: 'DELETE_PROTECTION_DISABLED' },
    updateMask: { paths: ['delete_protection_state'] },
  })
  await client.deleteDatabase({ name })
  const [{ databases: left }] = await client.listDatabases({ parent })
  expect(left).toHaveLength(1)
  expect((await world.db.doc('c/1').get()).data()).toEqual({ of: 'default' })
  await orders.terminate()
  await client.close()
})

it('sets, lists and removes the field by which documents expire', async () => {
  await using world = await openWorld(false)
  const client = openAdministration(world.server.port)
  const group = 'projects/sdk-tests/databases/(default)/collectionGroups/sessions'
  const name = `${group}/fields/endsAt`
  await client.updateField({ field: { name, ttlConfig: {} }, updateMask: { paths: ['ttl_config'] } })
  const [field] = await client.getField({ name })
  expect(field.ttlConfig?.state).toBe('ACTIVE')
  const [fields] = await client.listFields({ parent: group, filter: 'ttlConfig:*' })
  expect(fields.map((one: { name?: string | null }) => one.name)).toEqual([name])
  await expect(
    client.updateField({
      field: { name: `${group}/fields/other`, ttlConfig: {} },
      updateMask: { paths: ['ttl_config'] },
    }),
  ).rejects.toThrow(/endsAt/)
  await client.updateField({ field: { name }, updateMask: { paths: ['ttl_config'] } })
  expect((await client.getField({ name }))[0].ttlConfig).toBeFalsy()
  await client.close()
})

it('declares, lists and removes indexes over several fields', async () => {
  await using world = await openWorld(false)
  const client = openAdministration(world.server.port)
  const parent = 'projects/sdk-tests/databases/(default)/collectionGroups/cities'
  const fields = [
    { fieldPath: 'tags', arrayConfig: 'CONTAINS' as const },
    { fieldPath: 'n', order: 'DESCENDING' as const },
  ]
  await client.createIndex({ parent, index: { queryScope: 'COLLECTION', fields } })
  const [[index]] = await client.listIndexes({ parent })
  expect(index?.fields).toMatchObject([...fields, { fieldPath: '__name__', order: 'DESCENDING' }])
  await expect(client.createIndex({ parent, index: { queryScope: 'COLLECTION', fields } })).rejects.toThrow(/already/)
  await client.deleteIndex({ name: index?.name ?? '' })
  expect((await client.listIndexes({ parent }))[0]).toEqual([])
  await client.close()
})
