/**
 * What rules add to a request through the public door: the same request of the same user to projects that differ in their rules
 * alone, in rounds that follow each other closely so that what else the machine does falls on all of them alike.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { getRequest, measureRate, postRequest } from './http-load.ts'
import { report } from './report.ts'

const connections = 8
const rounds = 7
const roundMs = 700
const warmUpTurns = 5
const documents = 100
/** At most ten hundredths more than under `if true`. */
const goal = 1.1

const typical = `request.auth != null && request.auth.token.email_verified == false
  && resource.data.owner == request.auth.uid
  && resource.data.title is string
  && resource.data.title.size() < 100
  && resource.data.state in ['open', 'done']
  && resource.data.count >= 0
  && 'tags' in resource.data
  && request.auth.uid != 'guest'
  && request.time > timestamp.date(2020, 1, 1)`

await using server = await SpawnedServer.start({ mode: 'start' })
const owner = await claim()
/** Reports the median over the rounds of how much more a request costs under rules than under `if true`. */
async function compare(
  name: string,
  requestOf: (project: Project) => (sequence: number) => Buffer,
  project: Project,
  status: 200 | 403,
): Promise<void> {
  const { port } = server
  const costOf = async (of: Project, expected: 200 | 403): Promise<number> => {
    const usedBefore = await processorTime()
    const startedAt = performance.now()
    const target = { port, request: requestOf(of), status: expected }
    const rate = await measureRate(target, connections, roundMs)
    const used = (await processorTime()) - usedBefore
    return (used > 0 ? used / (performance.now() - startedAt) : 1) / rate
  }
  // In turns, until the engine has compiled both for good: that is work of the process, too.
  for (let turn = 0; turn < warmUpTurns; turn += 1) {
    await costOf(open, 200)
    await costOf(project, status)
  }
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = await costOf(open, 200)
    const own = await costOf(project, status)
    const after = await costOf(open, 200)
    ratios.push((2 * own) / (before + after))
  }
  const median = ratios.toSorted((a, b) => a - b)[rounds >> 1] ?? Number.NaN
  report({ name: `${name}, beside if true`, unit: '×', measured: median, goal })
}

/**
 * What the server has used of the processors, in ticks: what else the machine does adds nothing to it. 0 where the system does not
 * tell; then the time that requests take stands in for it.
 */
async function processorTime(): Promise<number> {
  const text = await readFile(`/proc/${server.pid}/stat`, 'utf8').catch(() => '')
  // The name of the program may hold blanks; user and system time are the 14th and 15th fields.
  const [user = 0, system = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return user + system
}

/** A project with rules, documents, and a user who asks for them. */
class Project {
  readonly get: (sequence: number) => Buffer
  readonly query: (sequence: number) => Buffer

  private constructor(root: string, idToken: string, uid: string) {
    const authorization = `authorization: Bearer ${idToken}\r\n`
    this.get = (sequence) => getRequest(`${root}/notes/${sequence % documents}`, authorization)
    const where = { fieldFilter: { field: { fieldPath: 'owner' }, op: 'EQUAL', value: { stringValue: uid } } }
    const body = JSON.stringify({ structuredQuery: { from: [{ collectionId: 'notes' }], where, limit: 10 } })
    const query = postRequest(`${root}:runQuery`, body, authorization)
    this.query = () => query
  }

  static async make(id: string, getCondition: string, listCondition: string): Promise<Project> {
    await owner.createProject(id)
    const { app } = await owner.enter(id)
    const operator = await owner.operatorToken(id)
    const signUp = `/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${app.apiKey}`
    const credentials = { email: 'ada@example.com', password: 'correct horse', returnSecureToken: true }
    const { idToken, localId } = await send('POST', signUp, credentials)
    const root = `/v1/projects/${id}/databases/(default)/documents`
    const fields = {
      owner: { stringValue: localId },
      title: { stringValue: 'Groceries' },
      state: { stringValue: 'open' },
      count: { integerValue: '3' },
      tags: { arrayValue: { values: [{ stringValue: 'a' }] } },
      text: { stringValue: 'x'.repeat(400) },
    }
    for (let n = 0; n < documents; n += 1) await send('PATCH', `${root}/notes/${n}`, { fields }, operator)
    const content = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /notes/{id} {
      allow get: if ${getCondition};
      allow list: if ${listCondition};
    }
  }
}`
    const source = { files: [{ name: 'firestore.rules', content }] }
    const { name: rulesetName } = await send('POST', `/v1/projects/${id}/rulesets`, { source }, operator)
    const release = { name: `projects/${id}/releases/cloud.firestore`, rulesetName }
    await send('POST', `/v1/projects/${id}/releases`, release, operator)
    return new Project(root, idToken ?? '', localId ?? '')
  }
}

async function claim(): Promise<ConsoleAccount> {
  const code = (await readFile(join(server.dataFolder, 'setup-code'), 'utf8')).trim()
  const [email, password] = ['olga@example.com', 'correct horse']
  await send('POST', '/hearth/v1/setup', { code, displayName: 'Olga', email, password })
  return await ConsoleAccount.signIn(server, email, password)
}

async function send(
  method: string,
  path: string,
  body: unknown,
  token?: string,
): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(server.origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, string>
}

// Names of one length: they are in paths and tokens, which are hashed for each request.
const open = await Project.make('open-rules', 'true', 'true')
const allowed = await Project.make('some-rules', typical, 'resource.data.owner == request.auth.uid')
const denied = await Project.make(
  'deny-rules',
  `${typical} && resource.data.count > 100`,
  'resource.data.owner == "nobody"',
)

for (const [name, project, status] of [
  ['get, allowed by ten conditions', allowed, 200],
  ['get, denied by the last of eleven conditions', denied, 403],
] as const) {
  await compare(name, (of) => of.get, project, status)
}
for (const [name, project, status] of [
  ['query of 10 documents, allowed', allowed, 200],
  ['query, denied', denied, 403],
] as const) {
  await compare(name, (of) => of.query, project, status)
}
