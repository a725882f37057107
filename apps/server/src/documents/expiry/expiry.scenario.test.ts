import type { Value } from '@hearth/model'
import { expect, test } from 'vitest'
import { DocumentsWorld, query, set } from '../../testing/documents-world.ts'
import { ListenClient } from '../../testing/listen-client.ts'
import { ExpiryPolicies } from './expiry-policies.ts'

const nowMs = Date.parse('2026-01-01T00:00:00Z')

function at(ms: number): Value {
  return { kind: 'timestamp', micros: BigInt(ms) * 1000n }
}

test('documents go when their time is over, at any depth, and those without a time stay', async () => {
  const clock = { now: nowMs }
  await using world = await DocumentsWorld.open({ clock: { nowMs: () => clock.now } })
  await world.commit(
    set('sessions/over', { endsAt: at(nowMs - 1) }),
    set('users/ada/sessions/over', { endsAt: at(nowMs) }),
    set('sessions/later', { endsAt: at(nowMs + 60_000) }),
    set('sessions/text', { endsAt: '2020-01-01' }),
    set('sessions/number', { endsAt: 1 }),
    set('sessions/none', {}),
    set('others/over', { endsAt: at(0) }),
  )
  await world.administration.keepUp('demo-app')
  await world.administration.setExpiryPolicy('demo-app', '(default)', 'sessions', 'endsAt')
  await world.administration.keepUp('demo-app')
  const all = query('sessions', { allDescendants: true })
  expect(await world.find(all)).toEqual(['sessions/later', 'sessions/none', 'sessions/number', 'sessions/text'])
  expect(await world.get('others/over')).toBeDefined()
  clock.now += 61_000
  await world.administration.keepUp('demo-app')
  expect(await world.find(all)).not.toContain('sessions/later')
})

test('a listener hears of an expired document as of any deletion, and many go in one sweep', async () => {
  await using world = await DocumentsWorld.open({ clock: { nowMs: () => nowMs } })
  await world.commit(...Array.from({ length: 350 }, (_, n) => set(`c/${n}`, { endsAt: at(n) })), set('c/kept', {}))
  const client = new ListenClient(world.documents, world.caller, world.at)
  client.add({ targetId: 1, what: { kind: 'query', query: query('c') } })
  await client.happened(() => client.snapshots.at(-1)?.results.get(1)?.size === 351)
  await world.administration.setExpiryPolicy('demo-app', '(default)', 'c', 'endsAt')
  await world.administration.keepUp('demo-app')
  await client.happened(() => client.snapshots.at(-1)?.results.get(1)?.size === 1)
  client.session.close()
})

test('a policy that was removed deletes nothing more', async () => {
  await using world = await DocumentsWorld.open({ clock: { nowMs: () => nowMs } })
  await world.administration.setExpiryPolicy('demo-app', '(default)', 'c', '`a.b`.c')
  await world.administration.removeExpiryPolicy('demo-app', '(default)', 'c')
  await world.set('c/1', { 'a.b': { c: at(0) } })
  await world.administration.keepUp('demo-app')
  expect(await world.get('c/1')).toBeDefined()
  await world.administration.setExpiryPolicy('demo-app', '(default)', 'c', '`a.b`.c')
  await world.administration.keepUp('demo-app')
  expect(await world.get('c/1')).toBeUndefined()
})

test('a group without an index is looked at again after fifty times as long as the last look took, at most an hour', async () => {
  await using world = await DocumentsWorld.open()
  const clock = { now: nowMs }
  const store = await world.persistence.openProject('demo-app')
  const policies = new ExpiryPolicies(store, { nowMs: () => clock.now })
  const policy = await policies.set('(default)', 'sessions', 'endsAt')
  const lookTaking = async (ms: number): Promise<number> =>
    await policies.walk(policy, () => {
      clock.now += ms
      return Promise.resolve(1)
    })
  expect(await lookTaking(2_000)).toBe(1)
  clock.now += 99_999
  expect(await lookTaking(0)).toBe(0)
  clock.now += 1
  expect(await lookTaking(10 * 60_000)).toBe(1)
  clock.now += 60 * 60_000
  expect(await lookTaking(0)).toBe(1)
  await expect(policies.walk(policy, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
  clock.now += 60_000
  expect(await lookTaking(0)).toBe(0)
})

test('where nothing expires no policy is set, and one that was set before deletes nothing', async () => {
  await using world = await DocumentsWorld.open()
  const clock = { nowMs: () => nowMs }
  const store = await world.persistence.openProject('demo-app')
  await new ExpiryPolicies(store, clock).set('(default)', 'sessions', 'endsAt')
  const policies = new ExpiryPolicies(store, clock, { isIgnored: true })
  expect(await policies.listInForce()).toEqual([])
  await expect(policies.set('(default)', 'activity', 'at')).rejects.toMatchObject({ reason: 'NOTHING_EXPIRES' })
})
