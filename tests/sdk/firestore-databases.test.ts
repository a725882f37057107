import firestore, { Firestore } from '@google-cloud/firestore'
import { OAuth2Client } from 'google-auth-library'
import { expect, it } from 'vitest'
import { openWorld } from './firestore-admin-world.ts'

/** The vendor's client of the administration API, in its REST form. */
function openAdministration(port: number) {
  const authClient = new OAuth2Client()
  authClient.setCredentials({ access_token: 'owner', expiry_date: Date.now() + 3_600_000 })
  return new firestore.v1.FirestoreAdminClient({
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

it('exempts a field from its indexes, says how far that is, and gives it all of them back', async () => {
  await using world = await openWorld(false)
  const client = openAdministration(world.server.port)
  const group = 'projects/sdk-tests/databases/(default)/collectionGroups/cities'
  const name = `${group}/fields/population`
  const cities = world.db.collection('cities')
  await cities.doc('a').set({ population: 1, tags: ['x'] })
  const updateMask = { paths: ['index_config'] }

  await client.updateField({ field: { name, indexConfig: { indexes: [] } }, updateMask })
  const byPopulation = cities.where('population', '>', 0)
  await expect(byPopulation.get()).rejects.toMatchObject({
    code: 9,
    message: expect.stringContaining('COLLECTION_ASC index for collection cities and field population') as unknown,
  })
  await expect(byPopulation.count().get()).rejects.toMatchObject({ code: 9 })
  const heard = Promise.withResolvers<Error>()
  const stop = byPopulation.onSnapshot(() => undefined, heard.resolve)
  expect((await heard.promise).message).toContain('requires a COLLECTION_ASC index')
  stop()
  expect((await cities.where('tags', 'array-contains', 'x').get()).size).toBe(1)

  const ascending = {
    queryScope: 'COLLECTION' as const,
    fields: [{ fieldPath: 'population', order: 'ASCENDING' as const }],
  }
  await client.updateField({ field: { name, indexConfig: { indexes: [ascending] } }, updateMask })
  await expect
    .poll(async () => (await client.getField({ name }))[0].indexConfig?.indexes)
    .toMatchObject([{ ...ascending, state: 'READY' }])
  expect((await byPopulation.get()).size).toBe(1)
  await expect(cities.orderBy('population', 'desc').get()).rejects.toMatchObject({ code: 9 })
  const [fields] = await client.listFields({ parent: group, filter: 'indexConfig.usesAncestorConfig:false' })
  expect(fields.map((one: { name?: string | null }) => one.name)).toEqual([name])

  await client.updateField({ field: { name }, updateMask })
  const [restored] = await client.getField({ name })
  expect(restored.indexConfig).toMatchObject({
    usesAncestorConfig: true,
    ancestorField: 'projects/sdk-tests/databases/(default)/collectionGroups/__default__/fields/*',
  })
  await expect
    .poll(() =>
      cities
        .orderBy('population', 'desc')
        .get()
        .then(
          ({ size }) => size,
          () => 0,
        ),
    )
    .toBe(1)
  await client.close()
})

it('exempts all fields of a group but one', async () => {
  await using world = await openWorld(false)
  const client = openAdministration(world.server.port)
  const group = 'projects/sdk-tests/databases/(default)/collectionGroups/logs'
  const updateMask = { paths: ['index_config'] }
  await client.updateField({ field: { name: `${group}/fields/*`, indexConfig: { indexes: [] } }, updateMask })
  const fields = [{ fieldPath: 'at', order: 'DESCENDING' as const }]
  const indexes = [{ queryScope: 'COLLECTION' as const, fields }]
  await client.updateField({ field: { name: `${group}/fields/at`, indexConfig: { indexes } }, updateMask })
  await world.db.doc('logs/1').set({ at: 1, text: 'x' })
  expect((await world.db.collection('logs').orderBy('at', 'desc').get()).size).toBe(1)
  await expect(world.db.collection('logs').where('text', '==', 'x').get()).rejects.toMatchObject({ code: 9 })
  await expect(world.db.collectionGroup('logs').orderBy('at', 'desc').get()).rejects.toThrow(/COLLECTION_GROUP_DESC/)
  await client.close()
})

it('refuses the calls it does not have in words that the vendor’s client passes on', async () => {
  await using world = await openWorld(false)
  const client = openAdministration(world.server.port)
  const name = 'projects/sdk-tests/databases/(default)'
  const parent = 'projects/sdk-tests/locations/eur3'
  const UNIMPLEMENTED = 12
  const refused = { code: UNIMPLEMENTED, message: expect.stringContaining('Hearth does not have this call.') as string }
  await expect(client.exportDocuments({ name })).rejects.toMatchObject(refused)
  await expect(client.importDocuments({ name })).rejects.toMatchObject(refused)
  await expect(client.bulkDeleteDocuments({ name })).rejects.toMatchObject(refused)
  await expect(client.listBackups({ parent })).rejects.toMatchObject(refused)
  await expect(client.getBackup({ name: `${parent}/backups/b` })).rejects.toMatchObject(refused)
  await expect(client.restoreDatabase({ parent: 'projects/sdk-tests', databaseId: 'b' })).rejects.toMatchObject(refused)
  await expect(client.listBackupSchedules({ parent: name })).rejects.toMatchObject(refused)
  await client.close()
})

it.each([
  ['PUT', '/v1/projects/sdk-tests/databases/(default)', 405, 'METHOD_NOT_ALLOWED'],
  ['GET', '/v1/projects/sdk-tests/nothing', 501, 'NOT_SERVED'],
])('answers %s %s as the vendor’s clients read it, %i', async (method, path, status, reason) => {
  await using world = await openWorld(false)
  const response = await fetch(world.server.origin + path, { method, headers: { authorization: 'Bearer owner' } })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({
    error: { code: status, details: [{}, { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }] },
  })
})
