import { randomBytes } from 'node:crypto'
import { deleteApp, initializeApp } from 'firebase/app'
import * as full from 'firebase/firestore'
import * as lite from 'firebase/firestore/lite'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

/** The functions that `firebase/firestore` and `firebase/firestore/lite` have in common. */
export type ModularFirestore = typeof lite

export interface World extends AsyncDisposable {
  readonly server: TestServer
  readonly db: full.Firestore
}

export const flavours: readonly [string, 'full' | 'lite', ModularFirestore][] = [
  ['firebase/firestore over gRPC', 'full', full as unknown as ModularFirestore],
  ['firebase/firestore/lite over REST', 'lite', lite],
]

/** A fresh server, and a Firestore of the SDK that points at it by its public settings. */
export async function openWorld(flavour: 'full' | 'lite', mode: 'dev' | 'start' = 'dev'): Promise<World> {
  const server = await TestServer.start({ mode })
  const db = openFirestore(flavour, server.port)
  return {
    server,
    db,
    async [Symbol.asyncDispose]() {
      await deleteApp(db.app)
      await server[Symbol.asyncDispose]()
    },
  }
}

export function openFirestore(flavour: 'full' | 'lite', port: number): full.Firestore {
  const app = initializeApp(
    { projectId: 'demo-app', apiKey: 'demo-app', appId: '1:1:web:1' },
    randomBytes(6).toString('hex'),
  )
  const settings = { host: `127.0.0.1:${port}`, ssl: false }
  return flavour === 'full' ? full.initializeFirestore(app, settings) : lite.initializeFirestore(app, settings)
}

/** Collects what a listener is told and lets a test wait for the state it expects, however many snapshots that takes. */
export class Snapshots<T> {
  readonly #seen: T[] = []
  #waiting: (() => void)[] = []
  #error: Error | undefined

  readonly next = (value: T): void => {
    this.#seen.push(value)
    this.#wake()
  }

  readonly fail = (error: Error): void => {
    this.#error = error
    this.#wake()
  }

  get last(): T | undefined {
    return this.#seen.at(-1)
  }

  async until(holds: (value: T) => boolean): Promise<T> {
    for (;;) {
      const { last } = this
      if (last !== undefined && holds(last)) return last
      if (this.#error) throw this.#error
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  async untilError(): Promise<Error> {
    while (!this.#error) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return this.#error
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
