import { describe, expect, it } from 'vitest'
import { systemClock } from '../lib/ambient.ts'
import { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts'
import { RegistryWorld } from './registry-world.ts'

const openStores = (folder: string) => SqlitePersistence.open({ folder, clock: systemClock })

describe('projects under start', () => {
  it('are there once created, also for another registry on the same store', async () => {
    await using world = await RegistryWorld.make(openStores)
    await world.registry('start').create({ id: 'shop-app', name: 'Shop' })
    const other = world.registry('start')
    expect(await other.get('shop-app')).toMatchObject({ id: 'shop-app', name: 'Shop', createdAt: world.clock.now })
    expect((await other.list()).map(({ id }) => id)).toEqual(['shop-app'])
  })

  it('are not made by being asked for', async () => {
    await using world = await RegistryWorld.make(openStores)
    const registry = world.registry('start')
    await expect(registry.get('shop-app')).rejects.toMatchObject({ code: 'not-found', reason: 'PROJECT_NOT_FOUND' })
    await expect(registry.store('shop-app')).rejects.toMatchObject({ reason: 'PROJECT_NOT_FOUND' })
    expect(await registry.list()).toEqual([])
  })

  it('have ids of their own: of many creations at once one wins', async () => {
    await using world = await RegistryWorld.make(openStores)
    const registry = world.registry('start')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => registry.create({ id: 'shop-app', name: 'Shop' })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ reason: 'PROJECT_EXISTS' })
    }
    expect(await registry.listApps('shop-app')).toHaveLength(1)
  })

  it.each(['', 'a', 'UPPER-CASE', '../../etc/passwd', 'x'.repeat(31)])('refuse the id %j', async (id) => {
    await using world = await RegistryWorld.make(openStores)
    await expect(world.registry('start').create({ id, name: 'x' })).rejects.toMatchObject({
      reason: 'INVALID_PROJECT_ID',
    })
  })
})

describe('projects under dev', () => {
  it('are made on first use, once for many uses at once', async () => {
    await using world = await RegistryWorld.make(openStores)
    const made: string[] = []
    const registry = world.registry('dev', { onFirstUse: ({ id }) => made.push(id) })
    const projects = await Promise.all(Array.from({ length: 20 }, () => registry.get('shop-app')))
    expect(new Set(projects.map(({ id }) => id))).toEqual(new Set(['shop-app']))
    expect(made).toEqual(['shop-app'])
  })

  it('are not made from ids that are none', async () => {
    await using world = await RegistryWorld.make(openStores)
    await expect(world.registry('dev').get('../etc')).rejects.toMatchObject({ reason: 'INVALID_PROJECT_ID' })
  })
})

describe('apps', () => {
  it('come with a key, an app id and a measurement id that lead back to the project', async () => {
    await using world = await RegistryWorld.make(openStores)
    const registry = world.registry('start')
    await registry.create({ id: 'shop-app', name: 'Shop' })
    const app = await registry.createApp({ project: 'shop-app', name: 'Till', platform: 'android' })
    expect(app.apiKey).toMatch(/^hk_shop-app_[\w-]{32}$/)
    expect(app.appId).toMatch(/^1:\d{12}:android:[0-9a-f]{22}$/)
    expect(app.measurementId).toMatch(/^G-[0-9A-Z]{10}$/)
    expect(await registry.projectOfApiKey(app.apiKey)).toBe('shop-app')
    expect(await registry.findAppById(app.appId)).toEqual(app)
    expect(await registry.findAppByMeasurementId(app.measurementId)).toEqual(app)
  })

  it('are listed for their own project alone', async () => {
    await using world = await RegistryWorld.make(openStores)
    const registry = world.registry('start')
    await registry.create({ id: 'shop-app', name: 'Shop' })
    await registry.create({ id: 'blog-app', name: 'Blog' })
    await registry.createApp({ project: 'shop-app', name: 'Till', platform: 'web' })
    expect((await registry.listApps('shop-app')).map(({ name }) => name).toSorted()).toEqual(['Till', 'Web app'])
    expect((await registry.listApps('blog-app')).map(({ name }) => name)).toEqual(['Web app'])
  })

  it('are not more than a hundred', async () => {
    await using world = await RegistryWorld.make(openStores)
    const registry = world.registry('start')
    await registry.create({ id: 'shop-app', name: 'Shop' })
    for (let index = 1; index < 100; index++) {
      await registry.createApp({ project: 'shop-app', name: `App ${index}`, platform: 'web' })
    }
    await expect(registry.createApp({ project: 'shop-app', name: 'One more', platform: 'web' })).rejects.toMatchObject({
      code: 'resource-exhausted',
      reason: 'TOO_MANY_APPS',
    })
  })
})

describe('API keys', () => {
  it.each([undefined, '', 'AIzaSomething', 'hk_shop-app_guess', 'shop-app', 'x'.repeat(10_000)])(
    'that start does not know are refused: %j',
    async (key) => {
      await using world = await RegistryWorld.make(openStores)
      const registry = world.registry('start')
      await registry.create({ id: 'shop-app', name: 'Shop' })
      await expect(registry.projectOfApiKey(key)).rejects.toMatchObject({
        code: 'invalid-argument',
        reason: 'API_KEY_INVALID',
      })
    },
  )

  it.each([
    ['hk_shop-app_whatever', 'shop-app'],
    ['there-is-one', 'there-is-one'],
    ['shop-app', 'demo-app'],
    ['apikey', 'demo-app'],
    ['AIzaSomething', 'demo-app'],
    ['fake-api-key', 'demo-app'],
    ['', 'demo-app'],
    [undefined, 'demo-app'],
  ])('mean a project under dev, whatever they are: %j', async (key, project) => {
    await using world = await RegistryWorld.make(openStores)
    const registry = world.registry('dev')
    await registry.create({ id: 'there-is-one', name: 'There' })
    expect(await registry.projectOfApiKey(key)).toBe(project)
  })
})

describe('buckets', () => {
  it.each(['shop-app', 'shop-app.appspot.com', 'shop-app.firebasestorage.app'])(
    '%s is the project of that name, whether or not it is there',
    async (bucket) => {
      await using world = await RegistryWorld.make(openStores)
      expect(await world.registry('start').projectOfBucket(bucket)).toBe('shop-app')
    },
  )

  it.each(['shop-app.example.com', 'Shop-App', '..'])('%s is none', async (bucket) => {
    await using world = await RegistryWorld.make(openStores)
    await expect(world.registry('start').projectOfBucket(bucket)).rejects.toMatchObject({
      code: 'not-found',
      reason: 'BUCKET_NOT_FOUND',
    })
  })
})
