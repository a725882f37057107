import { expect, test } from 'vitest'
import { ConsoleAccount } from '../testing/console-account.ts'
import { serviceToken } from '../testing/service-credential.ts'
import { TestServer } from '../testing/test-server.ts'

const bucketOf = (project: string): string => `${project}.firebasestorage.app`
const documentOf = (project: string): string => `projects/${project}/databases/(default)/documents/notes/n`
const databaseOf = (project: string): string => `/v1/projects/${project}/databases/(default)/documents`

type Ask = (method: string, path: string, body?: unknown) => Promise<Response>

async function withTwoProjects(
  work: (parts: { server: TestServer; asOf: (token: string) => Ask; tokens: [string, string][] }) => Promise<void>,
): Promise<void> {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('alpha-app')
  await owner.createProject('beta-app')
  const asOf =
    (token: string): Ask =>
    async (method, path, body) =>
      await fetch(server.origin + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
  for (const project of ['alpha-app', 'beta-app']) {
    const ask = asOf(await owner.operatorToken(project))
    const upload = `/upload/storage/v1/b/${bucketOf(project)}/o?uploadType=media&name=src.txt`
    expect((await ask('POST', upload, `of ${project}`)).status).toBe(200)
    expect((await ask('POST', `${databaseOf(project)}:commit`, writeOf(project))).status).toBe(200)
  }
  const tokens: [string, string][] = [
    ['operator', await owner.operatorToken('alpha-app')],
    ['service key', await serviceToken(owner, 'alpha-app')],
  ]
  await work({ server, asOf, tokens })
}

function writeOf(project: string): object {
  return { writes: [{ update: { name: documentOf(project), fields: {} } }] }
}

/** What names `alpha-app` and another project at once. */
function requestsTo(other: string): [string, string, unknown][] {
  const copies = ['', '/storage/v1'].flatMap((prefix) =>
    ['rewriteTo', 'copyTo'].flatMap((verb): [string, string, unknown][] => [
      ['POST', `${prefix}/b/${bucketOf('alpha-app')}/o/src.txt/${verb}/b/${bucketOf(other)}/o/x`, {}],
      ['POST', `${prefix}/b/${bucketOf(other)}/o/src.txt/${verb}/b/${bucketOf('alpha-app')}/o/x`, {}],
      ['POST', `${prefix}/b/${bucketOf('alpha-app')}/o/src.txt/${verb}/b/${other}/o/x`, {}],
    ]),
  )
  const ofA = databaseOf('alpha-app')
  return [
    ...copies,
    ['POST', `/storage/v1/b/${bucketOf(other)}/o/x/compose`, { sourceObjects: [{ name: 'src.txt' }] }],
    ['POST', '/batch/storage/v1', {}],
    ['POST', `${ofA}:commit`, writeOf(other)],
    ['POST', `${ofA}:commit`, { database: `projects/${other}/databases/(default)`, ...writeOf(other) }],
    ['POST', `${ofA}:batchWrite`, writeOf(other)],
    ['POST', `${ofA}:batchGet`, { documents: [documentOf(other)] }],
    ['PATCH', `/v1/${documentOf(other)}`, { name: documentOf('alpha-app'), fields: {} }],
    ['POST', `/v1/projects/alpha-app/accounts:delete`, { targetProjectId: other, localId: 'x' }],
  ]
}

test('a credential of one project does nothing in another that the same request names', async () => {
  await withTwoProjects(async ({ asOf, tokens }) => {
    for (const [kind, token] of tokens) {
      for (const other of ['beta-app', 'console']) {
        for (const [method, path, body] of requestsTo(other)) {
          const answer = await asOf(token)(method, path, body)
          const text = await answer.text()
          const isRefused = answer.status >= 400 && answer.status < 500
          const isNotOffered = answer.status === 501
          // This one answers for each write.
          const isRefusedInside = path.endsWith(':batchWrite') && /"status":\[\{"code":[1-9]/.test(text)
          expect(isRefused || isNotOffered || isRefusedInside, `${kind} ${method} ${path}: ${text}`).toBe(true)
        }
      }
    }
  })
})

test('a copy is refused by the project it would be made in, and made within one', async () => {
  await withTwoProjects(async ({ asOf, tokens }) => {
    for (const [kind, token] of tokens) {
      const ask = asOf(token)
      // An ID token says itself whose it is: then the name of the bucket is what is wrong.
      const refused = kind === 'operator' ? 404 : 401
      const from = `/storage/v1/b/${bucketOf('alpha-app')}/o/src.txt/rewriteTo/b`
      for (const other of ['beta-app', 'console']) {
        expect((await ask('POST', `${from}/${bucketOf(other)}/o/x`, {})).status).toBe(refused)
      }
      expect((await ask('POST', `${from}/${bucketOf('alpha-app')}/o/copy`, {})).status).toBe(200)
      expect((await ask('POST', `${from}/alpha-app.appspot.com/o/copy`, {})).status).toBe(200)
    }
  })
})
