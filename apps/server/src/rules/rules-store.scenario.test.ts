import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemRandom } from '../lib/ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts'
import { RulesStore } from './rules-store.ts'

const PROJECT = 'demo-app'
const [short, old, current] = ['demo-app', 'demo-app.appspot.com', 'demo-app.firebasestorage.app'].map(
  (bucket) => `firebase.storage/${bucket}`,
) as [string, string, string]

async function inWorld(
  work: (rules: RulesStore, store: ProjectStore, makeRuleset: () => Promise<string>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-rules-store-'))
  let now = 1_800_000_000_000
  const clock = { nowMs: () => now++ }
  const persistence = await SqlitePersistence.open({ folder, clock })
  const storeOf = async (id: string): Promise<ProjectStore> => await persistence.openProject(id)
  const isNamedBucketOf = (owner: string, bucket: string) => owner === PROJECT && bucket === 'files.example.com'
  const rules = new RulesStore({
    storeOf,
    isNamedBucketOf,
    clock,
    random: systemRandom,
  })
  const files = [{ name: 'storage.rules', content: "rules_version = '2'; service firebase.storage {}" }]
  const makeRuleset = async (): Promise<string> =>
    (await rules.createRuleset(PROJECT, { files, author: 'server', note: '' })).ruleset.id
  try {
    await work(rules, await storeOf(PROJECT), makeRuleset)
  } finally {
    await persistence.close()
    await rm(folder, { recursive: true })
  }
}

test('all names of the bucket of a project are one release, answered under the name that was asked', async () => {
  await inWorld(async (rules, _store, makeRuleset) => {
    const [first, second] = [await makeRuleset(), await makeRuleset()]
    await rules.release(PROJECT, { name: old, rulesetId: first, mode: 'create' })
    expect(await rules.getRelease(PROJECT, current)).toMatchObject({ name: current, rulesetId: first })
    const again = rules.release(PROJECT, { name: current, rulesetId: second, mode: 'create' })
    await expect(again).rejects.toMatchObject({ reason: 'RELEASE_EXISTS' })
    const moved = await rules.release(PROJECT, { name: short, rulesetId: second, mode: 'update' })
    expect(moved).toMatchObject({ name: short, rulesetId: second })
    expect(await rules.getRelease(PROJECT, old)).toMatchObject({ name: old, rulesetId: second })
    expect(await rules.listReleases(PROJECT)).toMatchObject([{ name: current, rulesetId: second }])
    expect(await rules.getRelease(PROJECT, 'firebase.storage/files.example.com')).toMatchObject({ rulesetId: second })
    await rules.deleteRuleset(PROJECT, first)
    await rules.deleteRelease(PROJECT, old)
    await expect(rules.getRelease(PROJECT, current)).rejects.toMatchObject({ reason: 'RELEASE_NOT_FOUND' })
  })
})

test('other buckets and databases keep releases of their own', async () => {
  await inWorld(async (rules, _store, makeRuleset) => {
    const rulesetId = await makeRuleset()
    const names = ['cloud.firestore', 'cloud.firestore/demo-app', current, 'firebase.storage/other-app.appspot.com']
    for (const name of names) await rules.release(PROJECT, { name, rulesetId, mode: 'create' })
    expect((await rules.listReleases(PROJECT)).map(({ name }) => name)).toEqual(names)
  })
})

test('of releases that an older version kept under several names the latest holds, and the next one replaces them', async () => {
  await inWorld(async (rules, store, makeRuleset) => {
    const [first, second, third] = [await makeRuleset(), await makeRuleset(), await makeRuleset()]
    const kept = (name: string, rulesetId: string, updatedAt: number) => {
      return { space: 'rules-release', key: name, value: JSON.stringify({ name, rulesetId, createdAt: 1, updatedAt }) }
    }
    await store.commit({ records: [kept(old, second, 20), kept(current, first, 10)] })
    expect(await rules.getRelease(PROJECT, current)).toMatchObject({ name: current, rulesetId: second })
    expect(await rules.listReleases(PROJECT)).toMatchObject([{ name: current, rulesetId: second }])
    await rules.release(PROJECT, { name: old, rulesetId: third, mode: 'update' })
    const records = await store.read((snapshot) =>
      snapshot.listRecords('rules-release', {}, { limit: 9, reverse: false }),
    )
    expect(records.map(({ key }) => key)).toEqual([current])
    await store.commit({ records: [kept(old, second, 20)] })
    await rules.deleteRelease(PROJECT, current)
    expect(await rules.listReleases(PROJECT)).toEqual([])
  })
})

test('of two who publish over the same rules one is told who was first, and nothing is overwritten unseen', async () => {
  await inWorld(async (rules, _store, makeRuleset) => {
    const name = 'cloud.firestore/second'
    const [seen, first, second] = [await makeRuleset(), await makeRuleset(), await makeRuleset()]
    await rules.release(PROJECT, { name, rulesetId: seen, mode: 'create' })
    const publish = (rulesetId: string) => rules.release(PROJECT, { name, rulesetId, mode: 'update', replaces: seen })
    const outcomes = await Promise.allSettled([publish(first), publish(second)])
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(refusals).toEqual([expect.objectContaining({ code: 'aborted', reason: 'RELEASE_CHANGED' })])
    const { rulesetId: held } = await rules.getRelease(PROJECT, name)
    // Asked again, as after an answer that was lost.
    await expect(publish(held)).resolves.toMatchObject({ rulesetId: held })
    await expect(publish(held === first ? second : first)).rejects.toThrow('a key or a command')
    await rules.release(PROJECT, { name, rulesetId: second, mode: 'update' })
  })
})
