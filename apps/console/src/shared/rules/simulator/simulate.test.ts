import { decidingExpression, decidingPath } from '@hearth/rules'
import { expect, test } from 'vitest'
import { parseDocument } from '../../../documents/values/document-json.ts'
import { type Outcome, simulate } from './simulate.ts'
import { firstSituation, type Situation, SituationProblem } from './situation.ts'
import { whatIsMissing } from '../../../features/rules/simulator/situation-of.ts'

const place = {
  area: 'documents',
  project: 'demo-app',
  database: '(default)',
  bucket: 'demo-app.appspot.com',
  now: 1_800_000_000_000,
} as const
const content = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function isStaff() { return get(/databases/$(database)/documents/staff/$(request.auth.uid)).data.level > 2; }
    match /orders/{order} {
      allow get: if request.auth != null && resource.data.owner == request.auth.uid;
      allow get: if request.auth.token.admin == true;
      allow update: if isStaff() && request.resource.data.at == request.time;
      allow list: if resource.data.owner == request.auth.uid && request.query.limit <= 10;
    }
  }
}
service firebase.storage {
  match /b/{bucket}/o { match /photos/{photo} { allow create: if request.resource.size < 100; } }
}`

async function ask(
  situation: Partial<Situation>,
  area: 'documents' | 'files' = 'documents',
  rules = content,
): Promise<Outcome> {
  const outcome = await simulate(
    [{ name: 'firestore.rules', content: rules }],
    { ...firstSituation, path: 'orders/one', ...situation },
    { ...place, area },
    async (path) => {
      const parsed = parseDocument(path === 'staff/ada' ? '{"level": 3}' : '{"level": 1}')
      return 'value' in parsed ? parsed.value : undefined
    },
  )
  if (outcome === undefined) throw new Error('the rules have errors')
  return outcome
}

const textOf = ({ offset, endOffset }: { offset: number; endOffset: number }): string =>
  content.slice(offset, endOffset)

test('a denial names the line and the expression that decided', async () => {
  const outcome = await ask({ uid: 'eve', before: '{"owner": "ada"}' })
  expect(outcome.isAllowed).toBe(false)
  expect(outcome.attempts.map(({ position }) => position.line)).toEqual([6, 7])
  const [tree] = outcome.attempts.flatMap((attempt) => attempt.tree ?? [])
  if (tree === undefined) throw new Error('there is a tree')
  expect([...decidingPath(tree)].map(textOf)).toEqual([
    'request.auth != null && resource.data.owner == request.auth.uid',
    'resource.data.owner == request.auth.uid',
  ])
  expect(outcome.decidedAt).toMatchObject({ line: 7 })
})

test('a denial names the block that is most about the document, not the one that covers everything', async () => {
  const others = content.replace(
    'match /orders/{order} {',
    `match /{document=**} { allow read: if false; }
    match /orders/{order} {`,
  )
  for (const catchAll of ['before', 'behind'] as const) {
    const rules =
      catchAll === 'before'
        ? others
        : content.replace('allow list:', 'allow list: if false; } match /{any=**} { allow get: if false; allow list:')
    const outcome = await ask({ uid: 'eve', before: '{"owner": "ada"}' }, 'documents', rules)
    expect(outcome.attempts).toHaveLength(3)
    const line = rules.split('\n')[(outcome.decidedAt?.line ?? 0) - 1]
    expect(line).toContain('request.auth.token.admin')
    expect(outcome.decidedBy?.position.line).toBe(outcome.decidedAt?.line)
  }
})

const missing = (condition: string) => `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents/orders/{order} {
    allow read, write: if ${condition};
  }
}`

async function missingOf(condition: string, situation: Partial<Situation>): Promise<string | undefined> {
  const rules = missing(condition)
  const { decidedAt, decidedBy, test: asked } = await ask(situation, 'documents', rules)
  const deciding = decidedBy?.tree && decidingExpression(rules, decidedBy.tree)
  return deciding && decidedAt && whatIsMissing(deciding, decidedAt.line, asked)
}

test.each<[string, string, Partial<Situation>]>([
  [
    'The document orders/one does not exist before a create: resource is null, and line 4 asks for resource.data. What is written is request.resource.',
    'resource.data.owner == request.auth.uid',
    { method: 'create', uid: 'ada', after: '{}' },
  ],
  [
    'The document orders/one does not exist: resource is null, and line 4 asks for resource.data.',
    'resource.data.open',
    {},
  ],
  [
    'The document orders/one does not exist after a delete: request.resource is null, and line 4 asks for request.resource.data.',
    'request.resource.data.open',
    { method: 'delete', before: '{}' },
  ],
  ['Nobody is signed in: request.auth is null, and line 4 asks for request.auth.uid.', 'request.auth.uid == order', {}],
  [
    'The document bans/one does not exist, and line 4 looks it up.',
    'get(/databases/$(database)/documents/bans/$(order)).data.until > 3',
    { others: '{"bans/one": null}' },
  ],
])('%s', async (sentence, condition, situation) => {
  expect(await missingOf(condition, situation)).toBe(sentence)
})

test('a denial for another reason than that something is not there has no sentence about it', async () => {
  expect(await missingOf('resource == null', { before: '{}' })).toBeUndefined()
  expect(await missingOf('resource.data.open', { before: '{}' })).toBeUndefined()
  expect(await missingOf('resource.data.open.now', { before: '{"open": null}' })).toBeUndefined()
})

test('what grants is the last that was tried', async () => {
  const outcome = await ask({ uid: 'eve', claims: '{"admin": true}', before: '{"owner": "ada"}' })
  expect(outcome.attempts.map(({ isGranted }) => isGranted)).toEqual([false, true])
  expect(outcome.decidedAt).toMatchObject({ fileName: 'firestore.rules', line: 7 })
})

test('documents that rules read are read, and the server’s time is that of the request', async () => {
  const update = { method: 'update', before: '{}', after: '{"at": {"$server-time": true}}' } as const
  expect(await ask({ ...update, uid: 'ada' })).toMatchObject({ isAllowed: true, documentsRead: ['staff/ada'] })
  expect(await ask({ ...update, uid: 'eve' })).toMatchObject({ isAllowed: false, documentsRead: ['staff/eve'] })
})

test('a query is proved by its filters and its limit', async () => {
  const list = { method: 'list', path: 'orders', uid: 'ada' } as const
  expect(await ask({ ...list, filters: 'owner == "ada"', limit: '10' })).toMatchObject({ isAllowed: true })
  expect(await ask({ ...list, filters: 'owner == "ada"' })).toMatchObject({ isAllowed: false })
  expect(await ask({ ...list, limit: '10' })).toMatchObject({ isAllowed: false })
})

test('files are asked by their metadata', async () => {
  const create = { method: 'create', path: 'photos/1.png' } as const
  expect(await ask({ ...create, after: '{"size": 99}' }, 'files')).toMatchObject({ isAllowed: true })
  expect(await ask({ ...create, after: '{"size": 100}' }, 'files')).toMatchObject({ isAllowed: false })
  expect(await ask({ ...create, path: 'secrets/1.png' }, 'files')).toMatchObject({ attempts: [], decidedAt: undefined })
})

test.each([
  [{ path: 'orders' }, 'path'],
  [{ before: '{"a": }' }, 'before'],
  [{ uid: 'ada', claims: '[]' }, 'claims'],
  [{ uid: ' ' }, 'uid'],
  [{ method: 'list', path: 'orders/one' }, 'path'],
  [{ method: 'list', path: 'orders', filters: 'owner ~ 3' }, 'filters'],
  [{ method: 'list', path: 'orders', limit: 'all' }, 'limit'],
  [{ method: 'create', after: '{"n": {"$increment": 1}}' }, 'after'],
] as const)('%j is told at its field', async (situation, field) => {
  const problem: unknown = await ask(situation).catch((thrown: unknown) => thrown)
  expect(problem).toBeInstanceOf(SituationProblem)
  expect(problem).toMatchObject({ field })
})
