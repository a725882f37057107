import { describe, expect, it } from 'vitest'
import type { Caller } from './caller.ts'
import type { AccessRequest } from './gate.ts'
import type { OperatorAct } from './operator-policy.ts'
import { RulesGate } from './rules-gate.ts'
import {
  callersOf,
  createDocument,
  deleteDocument,
  document,
  file,
  getDocument,
  list,
  updateDocument,
  visitor,
} from './policy-cases.ts'

const { admin, operator, user } = callersOf('shop-app')

function gate(mode: 'start' | 'dev', onOperatorAct: (act: OperatorAct) => void = () => {}) {
  return new RulesGate({
    mode,
    consoleProject: 'console',
    findRules: async () => ({ kind: 'none' }),
    findDocument: async () => undefined,
    clock: { nowMs: () => 0 },
    onOperatorAct,
  })
}

const note = document('notes/n', {})
const reads: [string, AccessRequest][] = [
  ['get', getDocument(note)],
  ['list', list('notes')],
  ['download', file('get', 'a.png')],
  ['list files', file('list', '')],
]
const writes: [string, AccessRequest][] = [
  ['create', createDocument(note)],
  ['update', updateDocument(note, note)],
  ['delete', deleteDocument(note)],
  ['upload', file('create', 'a.png')],
  ['change metadata', file('update', 'a.png')],
  ['delete a file', file('delete', 'a.png')],
]

const callers: [string, Caller, { reads: boolean; writes: boolean }][] = [
  ['visitor', visitor, { reads: false, writes: false }],
  ['user', user('u'), { reads: false, writes: false }],
  [
    'user who claims to be an owner',
    user('u', { serverRole: 'owner', hearth_role: 'owner' }),
    { reads: false, writes: false },
  ],
  ['viewer', operator('viewer'), { reads: true, writes: false }],
  ['editor', operator('editor'), { reads: true, writes: true }],
  ['owner', operator('owner'), { reads: true, writes: true }],
  ['server', admin, { reads: true, writes: true }],
]

describe.each(callers)('under start, without rules, a %s', (_name, caller, may) => {
  it.each(reads)(`${may.reads ? 'may' : 'may not'} %s`, async (_operation, request) => {
    await expectVerdict(async () => await gate('start').authorize('shop-app', caller, request), may.reads)
  })
  it.each(writes)(`${may.writes ? 'may' : 'may not'} %s`, async (_operation, request) => {
    await expectVerdict(async () => await gate('start').authorize('shop-app', caller, request), may.writes)
  })
})

describe.each(['start', 'dev'] as const)('under %s, what is asked of another project', (mode) => {
  it.each(
    ['console', 'other-app'].flatMap((project) =>
      callers.slice(1).map(([name, caller]) => ({ project, name, caller })),
    ),
  )('is refused to a $name: $project', async ({ project, caller }) => {
    for (const [, request] of [...reads, ...writes]) {
      await expectVerdict(async () => await gate(mode).authorize(project, caller, request), false)
    }
  })
})

describe('under dev, without rules,', () => {
  it.each([...reads, ...writes])('a visitor may %s', async (_operation, request) => {
    await gate('dev').authorize('shop-app', visitor, request)
  })
  it.each([...reads, ...writes])('the console stays closed to a visitor who would %s', async (_operation, request) => {
    await expectVerdict(async () => await gate('dev').authorize('console', visitor, request), false)
  })
})

describe('acts of operators', () => {
  it('are told once each, with who did what where', async () => {
    const acts: OperatorAct[] = []
    const watched = gate('start', (act) => acts.push(act))
    await watched.authorize('shop-app', operator('editor'), updateDocument(note, note))
    await watched.authorize('shop-app', operator('editor'), file('delete', 'a.png'))
    expect(acts).toEqual([
      { project: 'shop-app', uid: 'op', service: 'documents', operation: 'update', target: 'notes/n' },
      { project: 'shop-app', uid: 'op', service: 'files', operation: 'delete', target: 'a.png' },
    ])
  })

  it('name the database, unless it is the default one', async () => {
    const acts: OperatorAct[] = []
    const watched = gate('start', (act) => acts.push(act))
    const inSecond = { ...updateDocument(note, note), database: 'second' } as AccessRequest
    await watched.authorize('shop-app', operator('editor'), inSecond)
    expect(acts).toMatchObject([{ target: 'notes/n', detail: { database: 'second' } }])
  })

  it('are told of an upload when it is whole, not when it is announced', async () => {
    const acts: OperatorAct[] = []
    const watched = gate('start', (act) => acts.push(act))
    const upload = file('create', 'a.png')
    await watched.authorize('shop-app', operator('editor'), { ...upload, isAnnounced: true } as AccessRequest)
    expect(acts).toEqual([])
    await watched.authorize('shop-app', operator('editor'), upload)
    expect(acts).toHaveLength(1)
  })

  it('are not told for reads, refusals, and other callers', async () => {
    const acts: OperatorAct[] = []
    const watched = gate('start', (act) => acts.push(act))
    await watched.authorize('shop-app', operator('viewer'), getDocument(note))
    await expectVerdict(
      async () => await watched.authorize('shop-app', operator('viewer'), deleteDocument(note)),
      false,
    )
    await watched.authorize('shop-app', admin, deleteDocument(note))
    expect(acts).toEqual([])
  })
})

async function expectVerdict(ask: () => Promise<void>, allowed: boolean): Promise<void> {
  if (allowed) await ask()
  else await expect(ask()).rejects.toMatchObject({ code: 'permission-denied', reason: 'PERMISSION_DENIED' })
}
