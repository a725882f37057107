import { randomBytes } from 'node:crypto'
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app'
import * as sdk from 'firebase/firestore'
import { ok, openShop, SHOP_PROJECT } from '../../apps/server/src/testing/open-shop.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

/** Somebody who is signed in, with a Firestore of the SDK over gRPC. */
export interface Member {
  readonly uid: string
  readonly idToken: string
  /** `projects/P/databases/D` */
  readonly database: string
  readonly db: sdk.Firestore
  /** Calls a method of the REST interface below `databases/(default)/documents`: `:runQuery`, `/notes/1?readTime=…`. */
  readonly call: (path: string, body?: object) => Promise<Response>
}

type Fields = Readonly<Record<string, string | boolean | number>>

/** A project under `hearth start` with published rules. Its owner writes past them. */
export class RulesWorld implements AsyncDisposable {
  readonly server: TestServer
  readonly #shop: Awaited<ReturnType<typeof openShop>>
  readonly #apps: FirebaseApp[] = []

  private constructor(server: TestServer, shop: Awaited<ReturnType<typeof openShop>>) {
    this.server = server
    this.#shop = shop
  }

  /** `content`: what stands in `match /databases/{database}/documents`. */
  static async open(content: string): Promise<RulesWorld> {
    const server = await TestServer.start()
    const world = new RulesWorld(server, await openShop(server))
    await world.#publish(content)
    return world
  }

  get documents(): string {
    return `${this.server.origin}/v1/projects/${SHOP_PROJECT}/databases/(default)/documents`
  }

  async signUp(email: string): Promise<Member> {
    const { localId, idToken } = await this.#shop.signUp(email)
    const app = initializeApp({ projectId: SHOP_PROJECT, apiKey: 'any' }, randomBytes(6).toString('hex'))
    this.#apps.push(app)
    const db = sdk.getFirestore(app)
    sdk.connectFirestoreEmulator(db, '127.0.0.1', this.server.port, { mockUserToken: idToken })
    const headers = { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' }
    const call = (path: string, body?: object) =>
      fetch(this.documents + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
    return { uid: localId, idToken, database: `projects/${SHOP_PROJECT}/databases/(default)`, db, call }
  }

  /** Past the rules. Answers the time of the write. */
  async set(path: string, fields: Fields): Promise<string> {
    const values = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueOf(value)]))
    return await this.#commit({ update: { name: this.#name(path), fields: values } })
  }

  async delete(path: string): Promise<string> {
    return await this.#commit({ delete: this.#name(path) })
  }

  /** Any call with the owner's operator session. */
  async asOwner(path: string, body?: object): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#shop.token}`, 'content-type': 'application/json' }
    return await fetch(this.documents + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const app of this.#apps) await deleteApp(app)
    await this.server[Symbol.asyncDispose]()
  }

  async #publish(content: string): Promise<void> {
    const source = `rules_version = '2';
service cloud.firestore { match /databases/{database}/documents { ${content} } }`
    const files = [{ name: 'firestore.rules', content: source }]
    const { name: rulesetName } = await this.#call<{ name: string }>('rulesets', { source: { files } })
    const name = `projects/${SHOP_PROJECT}/releases/cloud.firestore`
    await this.#call('releases', { name, rulesetName })
  }

  #name(path: string): string {
    return `projects/${SHOP_PROJECT}/databases/(default)/documents/${path}`
  }

  async #commit(write: object): Promise<string> {
    const { commitTime } = await ok<{ commitTime: string }>(await this.asOwner(':commit', { writes: [write] }))
    return commitTime
  }

  async #call<Answer>(path: string, body: object): Promise<Answer> {
    const address = `${this.server.origin}/v1/projects/${SHOP_PROJECT}/${path}`
    const headers = { authorization: `Bearer ${this.#shop.token}`, 'content-type': 'application/json' }
    return await ok<Answer>(fetch(address, { method: 'POST', headers, body: JSON.stringify(body) }))
  }
}

function valueOf(value: string | boolean | number): object {
  if (typeof value === 'string') return { stringValue: value }
  return typeof value === 'boolean' ? { booleanValue: value } : { integerValue: String(value) }
}
