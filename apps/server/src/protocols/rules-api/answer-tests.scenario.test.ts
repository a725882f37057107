import { expect, test } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

function sourceOf(matches: readonly string[]): string {
  return `rules_version = '2';\nservice cloud.firestore { match /databases/{d}/documents {\n${matches.join('\n')}\n} }`
}

function casesOf(count: number, path: string, level?: 'FULL'): object[] {
  const request = { path: `/databases/(default)/documents/${path}`, method: 'get', auth: { uid: 'ada' } }
  const reports = level === undefined ? {} : { expressionReportLevel: level }
  return Array.from({ length: count }, () => ({ expectation: 'DENY', request, ...reports }))
}

interface Answered {
  readonly issues: readonly { readonly severity: string }[]
  readonly testResults?: readonly { readonly state: string; readonly expressionReports?: readonly Report[] }[]
  readonly error?: { readonly reason: string }
}

interface Report {
  readonly values?: readonly { readonly value: { readonly stringValue: string }; readonly count: number }[]
  readonly children: readonly Report[]
}

async function ask(
  server: TestServer,
  content: string,
  testCases: readonly object[],
): Promise<{ status: number; bytes: number; body: Answered }> {
  const response = await fetch(`${server.origin}/v1/projects/demo-app:test`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ source: { files: [{ name: 'firestore.rules', content }] }, testSuite: { testCases } }),
  })
  const text = await response.text()
  return { status: response.status, bytes: text.length, body: JSON.parse(text) as Answered }
}

test('a report says what the expressions that were reached had as values, and nothing of others', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const source = sourceOf([
    "match /orders/{id} { allow read: if request.auth.uid == 'bob' && id == 'x'; }",
    'match /notes/{id} { allow read: if true; }',
  ])
  const { body } = await ask(server, source, casesOf(1, 'orders/x', 'FULL'))
  const [result] = body.testResults ?? []
  expect(result?.state).toBe('SUCCESS')
  expect(result?.expressionReports).toHaveLength(1)
  const [report] = result?.expressionReports ?? []
  expect(report?.values).toEqual([{ value: { stringValue: 'false' }, count: 1 }])
  expect(report?.children).toHaveLength(2)
})

test('reports that would be many times larger than the question are refused, and cost nothing when nothing was reached', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const long = Array.from({ length: 24 }, () => '!!!!!!false').join(' || ')
  const many = sourceOf(Array.from({ length: 600 }, (_, n) => `match /c${n}/{id} { allow read: if ${long}; }`))
  const notReached = await ask(server, many, casesOf(100, 'elsewhere/x', 'FULL'))
  expect(notReached.status).toBe(200)
  expect(notReached.body.testResults).toHaveLength(100)
  expect(notReached.bytes).toBeLessThan(50_000)

  const reached = sourceOf(Array.from({ length: 9 }, () => `match /orders/{id} { allow read: if ${long}; }`))
  const refused = await ask(server, reached, casesOf(100, 'orders/x', 'FULL'))
  expect(refused.status).toBe(400)
  expect(refused.body.error?.reason).toBe('REPORT_TOO_LARGE')
  expect((await ask(server, reached, casesOf(100, 'orders/x'))).status).toBe(200)
})

test('sources with errors get their issues and no results', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const { status, body } = await ask(server, sourceOf(['match /orders {']), casesOf(1, 'orders/x'))
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.issues.some(({ severity }) => severity === 'ERROR')).toBe(true)
  expect(body.testResults).toBeUndefined()
})
