import { expect, it } from 'vitest'
import { openShop, SHOP_PROJECT } from '../testing/open-shop.ts'
import { type CommandEnd, flagWords, runCommand } from '../testing/run-command.ts'
import { serviceToken } from '../testing/service-credential.ts'
import { TestServer } from '../testing/test-server.ts'

type Run = (action: string, flags?: Record<string, string>) => Promise<CommandEnd>

it('names a bucket by a key with the scope project, and a link by that name leads to its files', async () => {
  await using server = await TestServer.start()
  const shop = await openShop(server)
  const token = await serviceToken(shop.owner, SHOP_PROJECT, ['project'])
  const run: Run = async (action, flags = {}) =>
    await runCommand(['buckets', action, ...flagWords({ project: SHOP_PROJECT, url: server.origin, token, ...flags })])
  const statusAt = async (bucket: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${server.origin}/storage/v1/b/${bucket}`, { headers })).status
  }

  expect(await run('list')).toMatchObject({
    status: 0,
    printed: [],
    told: [`The bucket of ${SHOP_PROJECT} has no further name.`],
  })
  expect(await statusAt('files.example.com')).toBe(404)
  expect(await run('add', { name: 'files.example.com' })).toMatchObject({ status: 0, printed: ['files.example.com'] })
  expect(await statusAt('files.example.com')).toBe(200)
  const both = ['archive.example.com', 'files.example.com']
  expect((await run('add', { name: 'archive.example.com' })).printed).toEqual(both)
  expect((await run('list')).printed).toEqual(both)
  expect((await run('add', { name: 'files.example.com' })).told).toEqual(['Nothing has changed for files.example.com.'])
  expect((await run('remove', { name: 'files.example.com' })).printed).toEqual(['archive.example.com'])
  expect(await statusAt('files.example.com')).toBe(404)
})

it('adds each of several names that are given at once', async () => {
  await using server = await TestServer.start()
  const shop = await openShop(server)
  const token = await serviceToken(shop.owner, SHOP_PROJECT, ['project'])
  const names = ['a.example.com', 'b.example.com', 'c.example.com', 'd.example.com']
  const add = async (name: string): Promise<CommandEnd> =>
    await runCommand(['buckets', 'add', ...flagWords({ project: SHOP_PROJECT, url: server.origin, token, name })])
  for (const end of await Promise.all(names.map(add))) expect(end).toMatchObject({ status: 0, told: [] })
  const kept = await shop.owner.call('GET', `/projects/${SHOP_PROJECT}/files/settings`)
  expect(await kept.json()).toMatchObject({ bucketNames: names })
})

it('changes nothing by a key without the scope, nor for a name that is no bucket’s or another project’s', async () => {
  await using server = await TestServer.start()
  const shop = await openShop(server)
  await shop.owner.createProject('other-app', 'Other')
  const run = async (name: string, token: string): Promise<CommandEnd> =>
    await runCommand(['buckets', 'add', ...flagWords({ project: SHOP_PROJECT, url: server.origin, token, name })])
  const plain = await run('files.example.com', await serviceToken(shop.owner, SHOP_PROJECT))
  expect(plain).toMatchObject({ status: 1, printed: [] })
  expect(plain.told.join()).toContain('project')
  const token = await serviceToken(shop.owner, SHOP_PROJECT, ['project'])
  expect((await run('No Bucket', token)).told.join()).toContain('can be no bucket’s name')
  expect((await run('other-app.appspot.com', token)).told.join()).toContain('Another project has the bucket')
  const kept = await shop.owner.call('GET', `/projects/${SHOP_PROJECT}/files/settings`)
  expect(await kept.json()).toMatchObject({ bucketNames: [] })
})

it('asks for the name', async () => {
  const { status, told } = await runCommand(['buckets', 'add', '--project', 'shop-app'])
  expect(status).toBe(2)
  expect(told.join()).toContain("Required option '--name <bucket>' not specified")
})
