import { randomBytes } from 'node:crypto'
import type { Mutation } from '@hearth/model'
import { expect, it } from 'vitest'
import type { OperatorAct } from '../access/operator-policy.ts'
import type { Log } from '../lib/ambient.ts'
import { ActivityLog } from './activity-log.ts'

function act(target: string): OperatorAct {
  return { project: 'shop-app', uid: 'edda', service: 'documents', operation: 'update', target }
}

function logOf(commit: (mutations: readonly Mutation[]) => Promise<void>, nowMs = () => 1_000) {
  const lost: unknown[] = []
  const log: Log = { info() {}, error() {}, warn: (fields) => lost.push(fields['lost']) }
  const activity = new ActivityLog({
    documents: {
      async commit(_caller, _at, mutations) {
        await commit(mutations)
        return { commitTime: 1, results: [], written: () => undefined }
      },
    },
    nameOf: async (project, uid) => (project === 'console' && uid === 'edda' ? 'Edda Berg' : undefined),
    clock: { nowMs },
    random: { bytes: randomBytes },
    log,
  })
  return { activity, lost }
}

function targetsOf(mutations: readonly Mutation[]): unknown[] {
  return mutations.map((mutation) => mutation.kind === 'set' && mutation.fields.get('target'))
}

it('writes acts in order, those of one moment together', async () => {
  const commits: (readonly Mutation[])[] = []
  const { activity } = logOf(async (mutations) => void commits.push(mutations))
  activity.record(act('notes/1'))
  activity.record(act('notes/2'))
  await activity.settled()
  expect(commits.map(targetsOf)).toEqual([
    [
      { kind: 'string', value: 'notes/1' },
      { kind: 'string', value: 'notes/2' },
    ],
  ])
  expect(commits[0]?.[0]).toMatchObject({ path: expect.stringMatching(/^projects\/shop-app\/activity\/[0-9a-z]{25}$/) })
})

it('writes down what people are called, for those who will have left', async () => {
  const commits: (readonly Mutation[])[] = []
  const { activity } = logOf(async (mutations) => void commits.push(mutations))
  activity.record({
    project: 'shop-app',
    uid: 'olga',
    service: 'team',
    operation: 'update',
    target: 'edda, nobody',
    detail: { edda: 'viewer → none' },
  })
  await activity.settled()
  const [mutation] = commits[0] ?? []
  expect(mutation?.kind === 'set' && mutation.fields.get('names')).toEqual({
    kind: 'map',
    fields: new Map([['edda', { kind: 'string', value: 'Edda Berg' }]]),
  })
})

it('keeps at most a thousand waiting and says how many it lost', async () => {
  let written = 0
  const { activity, lost } = logOf(async (mutations) => void (written += mutations.length))
  for (let index = 0; index < 1_005; index++) activity.record(act(`notes/${index}`))
  await activity.settled()
  expect(written).toBe(1_000)
  expect(lost).toEqual([5])
})

it('counts acts whose commit failed as lost and goes on with the next', async () => {
  let attempts = 0
  const { activity, lost } = logOf(async () => {
    attempts++
    if (attempts === 1) throw new Error('disk')
  })
  activity.record(act('notes/1'))
  await activity.settled()
  activity.record(act('notes/2'))
  await activity.settled()
  expect(attempts).toBe(2)
  expect(lost).toEqual([1])
})

it('writes one session an hour of a person in a project', async () => {
  const written: unknown[] = []
  let now = 0
  const { activity } = logOf(
    async (mutations) => void written.push(...targetsOf(mutations).map((value) => (value as { value: string }).value)),
    () => now,
  )
  const enter = (uid: string, project: string): void =>
    activity.record({ project, uid, service: 'session', operation: 'enter', target: `${uid} ${project} ${now}` })
  enter('edda', 'shop-app')
  enter('edda', 'shop-app')
  enter('edda', 'other-app')
  enter('olga', 'shop-app')
  now = 61 * 60_000
  enter('edda', 'shop-app')
  await activity.settled()
  expect(written).toEqual(['edda shop-app 0', 'edda other-app 0', 'olga shop-app 0', `edda shop-app ${now}`])
})
