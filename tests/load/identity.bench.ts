/**
 * Under `hearth start`: sign-ins by password next to bare checks of the same hash, refreshed tokens next to a bare handler that signs
 * one, document reads while many sign in, and accounts found by e-mail address among few and among a million.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock, systemRandom } from '../../apps/server/src/lib/ambient.ts'
import type { Account } from '../../apps/server/src/identity/accounts/account.ts'
import {
  ACCOUNT_SPACE,
  encodeAccount,
  indexChanges,
  indexDifference,
} from '../../apps/server/src/identity/accounts/account-record.ts'
import { PasswordHasher } from '../../apps/server/src/identity/passwords/password-hasher.ts'
import type { ProjectStore } from '../../apps/server/src/persistence/persistence.ts'
import { SqlitePersistence } from '../../apps/server/src/persistence/sqlite/sqlite-persistence.ts'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { startBareServer } from './bare-server.ts'
import { getRequest, type LoadTarget, measureLatencies, measureRate, postRequest } from './http-load.ts'
import { report } from './report.ts'

const users = 64
const rounds = 3
const roundMs = 2_000
const password = 'correct horse battery'
/** As many as the server checks at once, and enough clients to keep it busy. */
const hashesAtOnce = 2
const signInClients = 6
const asker = { project: 'demo-app', address: undefined }
const lookUpClients = 8

interface Crowd {
  readonly project: string
  readonly users: number
}
const few: Crowd = { project: 'few-users', users: 1_000 }
const many: Crowd = { project: 'many-users', users: 1_000_000 }

await measureServer()
await measureLookUps()

async function measureServer(): Promise<void> {
  await using server = await SpawnedServer.start()
  const owner = await claim(server)
  const { app } = await owner.enter('demo-app')
  const operator = `Authorization: Bearer ${await owner.operatorToken('demo-app')}\r\n`
  for (let user = 0; user < users; user++) await createUser(server, operator, emailOf(user))
  const signIn = (user: number) =>
    postRequest(
      `/v1/accounts:signInWithPassword?key=${app.apiKey}`,
      JSON.stringify({ email: emailOf(user % users), password, returnSecureToken: true }),
    )
  await measureSignIns(server.port, signIn)
  await measureRefresh(server, app.apiKey)
  await measureReadsDuring(server.port, operator, signIn)
}

/** What a sign-in costs besides its hash is worth little: as many are done as there could be hashes. */
async function measureSignIns(port: number, request: (user: number) => Buffer): Promise<void> {
  const hasher = new PasswordHasher(systemRandom)
  const known = await hasher.hash(password, asker)
  const [measured, floor]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    const [bare, real] = [await hashRate(hasher, known), await measureRate({ port, request }, signInClients, roundMs)]
    // The first is for warming up.
    if (round > 0) floor.push(bare)
    if (round > 0) measured.push(real)
  }
  const name = `sign-in by password, ${signInClients} connections, next to bare argon2id`
  report({ name, unit: '/s', measured: median(measured), floor: median(floor), goal: 1 / 1.1 })
}

async function hashRate(hasher: PasswordHasher, known: string): Promise<number> {
  let checked = 0
  const startedAt = performance.now()
  const checkUntilOver = async (): Promise<void> => {
    while (performance.now() - startedAt < roundMs) {
      await hasher.verify(password, known, asker)
      checked++
    }
  }
  await Promise.all(Array.from({ length: hashesAtOnce }, checkUntilOver))
  return checked / ((performance.now() - startedAt) / 1_000)
}

async function measureRefresh(server: SpawnedServer, apiKey: string): Promise<void> {
  await using bare = await startBareServer({ kind: 'token' })
  const address = `${server.origin}/v1/accounts:signInWithPassword?key=${apiKey}`
  const signedIn = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(1), password, returnSecureToken: true }),
  })
  const { refreshToken } = (await signedIn.json()) as { refreshToken: string }
  const body = JSON.stringify({ grant_type: 'refresh_token', refresh_token: refreshToken })
  const request = () => postRequest(`/v1/token?key=${apiKey}`, body)
  const [measured, floor]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    const signed = await measureRate({ port: bare.port, request }, 32, roundMs)
    const refreshed = await measureRate({ port: server.port, request }, 32, roundMs)
    if (round > 0) floor.push(signed)
    if (round > 0) measured.push(refreshed)
  }
  const name = 'refresh, 32 connections, next to a handler that signs a token'
  report({ name, unit: '/s', measured: median(measured), floor: median(floor), goal: 0.3 })
}

/** All users sign in at once, again and again, while one client reads documents. */
async function measureReadsDuring(port: number, operator: string, signIn: (user: number) => Buffer): Promise<void> {
  const path = '/v1/projects/demo-app/databases/(default)/documents/guestbook?pageSize=1'
  let isSigningIn = true
  const signingIn = measureRate({ port, request: signIn }, users, 3 * roundMs).finally(() => (isSigningIn = false))
  const reads = await measureLatencies({ port, request: () => getRequest(path, operator) }, () => isSigningIn)
  await signingIn
  const p99 = reads.toSorted((a, b) => a - b)[Math.floor(reads.length * 0.99)] ?? Infinity
  report({ name: `p99 of document reads while ${users} sign in at once`, unit: 'ms', measured: p99, goal: 30 })
}

/** Both projects are filled through the store, which is the same and takes seconds. */
async function measureLookUps(): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-bench-'))
  try {
    {
      await using server = await SpawnedServer.start({ dataFolder })
      const owner = await claim(server)
      for (const { project } of [few, many]) await owner.createProject(project)
      await server.kill('SIGTERM')
    }
    const persistence = await SqlitePersistence.open({ folder: dataFolder, clock: systemClock })
    for (const { project, users: count } of [few, many]) await fill(await persistence.openProject(project), count)
    await persistence.close()
    await using server = await SpawnedServer.start({ dataFolder })
    const owner = await ConsoleAccount.signIn(server, 'olga@example.com', password)
    const [small, large] = [await lookUpOf(server.origin, owner, few), await lookUpOf(server.origin, owner, many)]
    const [measured, floor]: [number[], number[]] = [[], []]
    for (let round = 0; round <= rounds; round++) {
      const [amongFew, amongMany] = [
        await measureRate({ port: server.port, request: small }, lookUpClients, roundMs),
        await measureRate({ port: server.port, request: large }, lookUpClients, roundMs),
      ]
      if (round > 0) floor.push(amongFew)
      if (round > 0) measured.push(amongMany)
    }
    const name = 'user by e-mail among 1,000,000, next to among 1,000'
    report({ name, unit: '/s', measured: median(measured), floor: median(floor), goal: 1 / 1.2 })
  } finally {
    await rm(dataFolder, { recursive: true })
  }
}

/** Asks as the console does, for another user each time, in a stride through all of them. */
async function lookUpOf(
  origin: string,
  owner: ConsoleAccount,
  { project, users: count }: Crowd,
): Promise<LoadTarget['request']> {
  const token = await owner.operatorToken(project)
  const path = `/v1/projects/${project}/accounts:lookup`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const last = emailOf(count - 1)
  const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify({ email: [last] }) })
  if (!(await answer.text()).includes(last)) throw new Error(`${project} was not filled`)
  const authorization = `Authorization: Bearer ${token}\r\n`
  return (sequence) => {
    const body = JSON.stringify({ email: [emailOf((sequence * 7_919) % count)] })
    return postRequest(path, body, authorization)
  }
}

async function fill(store: ProjectStore, count: number): Promise<void> {
  const perCommit = 5_000
  for (let from = 0; from < count; from += perCommit) {
    const made = Array.from({ length: Math.min(perCommit, count - from) }, (_, index) => accountOf(from + index))
    await store.commit({
      records: made.flatMap((account) => [
        { space: ACCOUNT_SPACE, key: account.uid, value: encodeAccount(account) },
        ...indexChanges(account.uid, indexDifference(undefined, account)),
      ]),
    })
  }
}

function accountOf(number: number): Account {
  return {
    // Spread like the random ids of real accounts.
    uid: `${((number * 2_654_435_761) % 4_294_967_296).toString(36)}-${number}`,
    email: emailOf(number),
    emailVerified: true,
    displayName: `User ${number}`,
    disabled: false,
    passwordHash: `$argon2id$v=19$m=19456,t=2,p=1$${'s'.repeat(22)}$${'h'.repeat(43)}`,
    providers: [],
    createdAt: 1_700_000_000_000,
    validSince: 0,
  }
}

function emailOf(number: number): string {
  return `user-${number}@example.com`
}

async function claim(server: SpawnedServer): Promise<ConsoleAccount> {
  const code = (await readFile(join(server.dataFolder, 'setup-code'), 'utf8')).trim()
  const body = { code, displayName: 'Olga', email: 'olga@example.com', password }
  const headers = { 'content-type': 'application/json' }
  const claimed = await fetch(`${server.origin}/hearth/v1/setup`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (!claimed.ok) throw new Error(await claimed.text())
  return await ConsoleAccount.signIn(server, body.email, password)
}

async function createUser(server: SpawnedServer, operator: string, email: string): Promise<void> {
  const [name = '', value = ''] = operator.trim().split(': ')
  const made = await fetch(`${server.origin}/v1/projects/demo-app/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [name]: value },
    body: JSON.stringify({ email, password }),
  })
  if (!made.ok) throw new Error(await made.text())
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0
}
