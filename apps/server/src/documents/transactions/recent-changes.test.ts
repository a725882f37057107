import { makeDocument } from '@hearth/model'
import { expect, test } from 'vitest'
import type { CommittedChanges } from '../document-delta.ts'
import { CommitOutcome, type InFlightCommit } from '../in-flight.ts'
import { RecentChanges } from './recent-changes.ts'

function change(version: number, path = 'c/1'): CommittedChanges {
  return { version, deltas: [{ database: 'd', path, before: undefined, after: undefined }] }
}

function inFlight(): InFlightCommit {
  const { deltas } = change(0)
  return { deltas, settled: new Promise(() => {}), outcome: new CommitOutcome() }
}

function versions(recent: RecentChanges, after: number): (number | undefined)[] | undefined {
  return recent.after(after)?.map(({ dated }) => dated.version)
}

test('knows the commits after a version', () => {
  const recent = new RecentChanges()
  recent.start([], 10)
  recent.record(change(11, 'c/1'))
  recent.record(change(12, 'c/2'))
  expect(versions(recent, 10)).toEqual([11, 12])
  expect(versions(recent, 11)).toEqual([12])
  expect(recent.after(12)).toEqual([])
})

test('knows those that readers could not see when it began', () => {
  const recent = new RecentChanges()
  recent.start([change(9), change(10)], 10)
  expect(versions(recent, 9)).toEqual([10])
  expect(versions(recent, 8)).toEqual([9, 10])
})

test('says what it does not know', () => {
  const recent = new RecentChanges()
  recent.start([], 10)
  expect(recent.after(9)).toBeUndefined()
  for (let version = 11; version <= 20_020; version++) recent.record(change(version))
  expect(recent.after(12)).toBeUndefined()
  expect(recent.after(20_000)).toHaveLength(20)
})

test('large changes are known for as long as there is room for their texts', () => {
  const recent = new RecentChanges()
  recent.start([], 10)
  const json = JSON.stringify({ text: { stringValue: 'x'.repeat(1024 * 1024) } })
  const after = makeDocument({ path: 'c/1', createTime: 1, updateTime: 1, json })
  for (let version = 11; version <= 40; version++) {
    recent.record({ version, deltas: [{ database: 'd', path: 'c/1', before: undefined, after }] })
  }
  expect(recent.after(20)).toBeUndefined()
  expect(recent.after(35)).toHaveLength(5)
})

test('what was decoded of a change is not kept', () => {
  const recent = new RecentChanges()
  const after = makeDocument({ path: 'c/1', createTime: 1, updateTime: 1, json: '{"n":{"integerValue":"1"}}' })
  recent.start([{ version: 9, deltas: [{ database: 'd', path: 'c/1', before: undefined, after }] }], 9)
  recent.record({ version: 11, deltas: [{ database: 'd', path: 'c/1', before: after, after }] })
  const decodedAtFirst = after.fields
  const kept = recent.after(8)?.flatMap(({ deltas }) => deltas.flatMap((delta) => [delta.before, delta.after])) ?? []
  expect(kept.map((document) => document?.json)).toEqual([undefined, after.json, after.json, after.json])
  for (const document of kept) expect(document?.fields).not.toBe(decodedAtFirst)
})

test('a commit in flight is after everything until its version is known, and none when the store refused it', () => {
  const recent = new RecentChanges()
  const [settled, refused] = [inFlight(), inFlight()]
  recent.start([settled], 10)
  recent.record(refused)
  expect(versions(recent, 500)).toEqual([Infinity, Infinity])
  settled.outcome.settle(11)
  refused.outcome.settle(0)
  expect(versions(recent, 10)).toEqual([11])
  expect(versions(recent, 11)).toEqual([])
  expect(recent.after(9)).toBeUndefined()
})

test('what was forgotten in flight is not known until it has a version', () => {
  const recent = new RecentChanges()
  recent.start([], 10)
  const first = inFlight()
  recent.record(first)
  const compared = recent.after(10)?.[0]?.order
  for (let version = 21; version <= 20_019; version++) recent.record(change(version))
  expect(recent.after(15)).toHaveLength(20_000)
  recent.record(change(20_020))
  expect(recent.after(20_015)).toBeUndefined()
  expect(recent.after(10, compared)).toHaveLength(20_000)
  first.outcome.settle(20)
  expect(recent.after(19)).toBeUndefined()
  expect(recent.after(20)).toHaveLength(20_000)
})
