import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import fc from 'fast-check'
import { encodeFields, type Fields, type Query } from '@hearth/model'
import { describe, expect, test } from 'vitest'
import { decodeQuery } from '../../apps/server/src/protocols/firestore-codec/decode-query.ts'
import { readJson } from '../../apps/server/src/protocols/firestore-codec/json-reader.ts'
import { RunQueryRequest } from '../../apps/server/src/protocols/firestore-codec/messages.ts'
import { ask, askList, documentRules } from '../../packages/rules/src/testing/ask.ts'
import { conditionText } from '../../packages/rules/src/testing/conditions.arbitrary.ts'
import { fieldsArbitrary } from '../../packages/rules/src/testing/fields.arbitrary.ts'
import { queryArbitrary } from './rules-oracle.arbitrary.ts'

/** The vendor's emulator where a package of the distribution has put it. */
const jar = '/usr/lib/google-cloud-sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator.jar'
/**
 * It needs Java and time, so it is asked by hand, for a number of minutes: `RULES_ORACLE=10 vitest run --project integration
 * tests/sdk/rules-oracle`. Each run has conditions and documents of its own.
 */
const minutes = Number(process.env['RULES_ORACLE'] ?? 0)
const isAsked = minutes > 0 && existsSync(jar)

const project = 'demo-oracle'
const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' }

/** The vendor's Firestore emulator, on a free port of loopback. */
class Oracle implements AsyncDisposable {
  readonly #process: ReturnType<typeof spawn>
  readonly #origin: string

  private constructor(process: ReturnType<typeof spawn>, origin: string) {
    this.#process = process
    this.#origin = origin
  }

  static async start(): Promise<Oracle> {
    const port = await freePort()
    const main = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore'
    const words = ['-Duser.language=en', '-cp', jar, main, 'start', '--host=127.0.0.1', `--port=${port}`]
    const child = spawn('java', words, { stdio: ['ignore', 'pipe', 'ignore'] })
    for await (const line of child.stdout) if (String(line).includes('now running')) break
    return new Oracle(child, `http://127.0.0.1:${port}`)
  }

  async put(path: string, fields: string): Promise<void> {
    await this.#send(
      'PATCH',
      `/v1/projects/${project}/databases/(default)/documents/${path}`,
      owner,
      `{"fields":${fields}}`,
    )
  }

  /** Whether it compiles. */
  async use(content: string): Promise<boolean> {
    const body = JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content }] } })
    return (await this.#send('PUT', `/emulator/v1/projects/${project}:securityRules`, owner, body)) === 200
  }

  async isGranted(path: string): Promise<boolean> {
    const address = `/v1/projects/${project}/databases/(default)/documents/${path}`
    return (await this.#send('GET', address, { authorization: this.#user() })) === 200
  }

  /** Whether the query is refused by the rules; what is no query for the emulator is not. */
  async isDenied(structuredQuery: object): Promise<boolean> {
    const address = `/v1/projects/${project}/databases/(default)/documents:runQuery`
    const headers = { authorization: this.#user(), 'content-type': 'application/json' }
    return (await this.#send('POST', address, headers, JSON.stringify({ structuredQuery }))) === 403
  }

  /** The credential of the user `x`. */
  #user(): string {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const claims = {
      iss: `https://securetoken.google.com/${project}`,
      aud: project,
      sub: 'x',
      user_id: 'x',
      iat: 1,
      exp: 4e9,
    }
    return `Bearer ${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`
  }

  async #send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | null = null,
  ): Promise<number> {
    return (await fetch(this.#origin + path, { method, headers, body })).status
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill()
    await once(this.#process, 'exit')
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a listening server has a port')
  return address.port
}

describe.skipIf(!isAsked)("beside the vendor's emulator", () => {
  const timeout = (minutes + 5) * 60_000
  test('random conditions on random documents are granted by both or by neither', { timeout }, async () => {
    await using oracle = await Oracle.start()
    const until = performance.now() + minutes * 60_000
    let [verdicts, grants] = [0, 0]
    while (performance.now() < until) {
      const documents = fc.sample(fieldsArbitrary, 8)
      for (const [i, fields] of documents.entries()) await oracle.put(`cases/d${i}`, encodeFields(fields))
      for (const condition of fc.sample(conditionText, 300)) {
        const agreed = await compare(oracle, condition, documents)
        verdicts += agreed.length
        grants += agreed.filter(Boolean).length
      }
    }
    process.stdout.write(`${verdicts} verdicts are the same, ${grants} of them grant\n`)
    expect(grants).toBeGreaterThan(0)
  })

  test('a random query is granted only where it is granted by both', { timeout }, async () => {
    await using oracle = await Oracle.start()
    const until = performance.now() + minutes * 60_000
    let [asked, grants] = [0, 0]
    while (performance.now() < until) {
      const [condition = 'true'] = fc.sample(conditionText, 1)
      const block = `match /cases/{id} { allow list: if ${condition}; }`
      const rules = documentRules(block)
      const granted = fc
        .sample(queryArbitrary, 50)
        .filter((query) => askList(rules, queryOf(query), { uid: 'x' }).isAllowed)
      asked += 50
      grants += granted.length
      if (granted.length > 0) await oracle.use(sourceOf(block))
      for (const query of granted) {
        expect(await oracle.isDenied(query), `${condition} of ${JSON.stringify(query)}`).toBe(false)
      }
    }
    process.stdout.write(`${grants} of ${asked} queries are granted, and by both\n`)
    expect(grants).toBeGreaterThan(0)
  })
})

function queryOf(structuredQuery: object): Query {
  return decodeQuery('', readJson(RunQueryRequest, { structuredQuery }).structuredQuery)
}

function sourceOf(block: string): string {
  return `rules_version = '2';\nservice cloud.firestore { match /databases/{database}/documents { ${block} } }`
}

/** Resolves with the verdicts on each of the documents `cases/d0`, `cases/d1`, …, which have to be the same. */
async function compare(oracle: Oracle, condition: string, documents: readonly Fields[]): Promise<boolean[]> {
  const block = `match /cases/{id} { allow get: if ${condition}; }`
  expect(await oracle.use(sourceOf(block)), condition).toBe(true)
  const rules = documentRules(block)
  const verdicts: boolean[] = []
  for (const [i, before] of documents.entries()) {
    const path = `cases/d${i}`
    const { isAllowed } = ask(rules, { uid: 'x', before, path })
    expect(isAllowed, `${condition} of ${encodeFields(before)}`).toBe(await oracle.isGranted(path))
    verdicts.push(isAllowed)
  }
  return verdicts
}
