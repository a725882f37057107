import type { Mutation, Query } from '@hearth/model'
import { StatusError } from '@hearth/model'
import { expect } from 'vitest'
import type { Caller } from '../access/caller.ts'
import type { ListenEvent, ListenSession, Target } from '../documents/documents.ts'
import { DocumentsWorld, type DocumentsWorldOptions } from './documents-world.ts'

/** One client's experience, step by step; what it is told is written as text, such as `change c/1 +1,2 -3`. */
export class ListenStory implements AsyncDisposable {
  readonly #world: DocumentsWorld
  readonly #caller: Caller
  #session: ListenSession
  #told: string[] = []
  #notify: () => void = () => undefined
  #token = new Uint8Array(0)

  private constructor(world: DocumentsWorld, caller: Caller) {
    this.#world = world
    this.#caller = caller
    this.#session = this.#connect()
  }

  static async begin(
    options: DocumentsWorldOptions = {},
    caller: Caller = { kind: 'admin', project: 'demo-app' },
  ): Promise<ListenStory> {
    return new ListenStory(await DocumentsWorld.open(options), caller)
  }

  async commits(...mutations: Mutation[]): Promise<this> {
    await this.#world.commit(...mutations)
    return this
  }

  async deletes(path: string): Promise<this> {
    return await this.commits({ kind: 'delete', path, precondition: { kind: 'none' } })
  }

  listens(targetId: number, asked: Query, more: Partial<Target> = {}): this {
    this.#session.addTarget({ targetId, what: { kind: 'query', query: asked }, ...more })
    return this
  }

  watches(targetId: number, ...paths: string[]): this {
    this.#session.addTarget({ targetId, what: { kind: 'documents', paths } })
    return this
  }

  /** With the resume token of the last snapshot. */
  resumes(targetId: number, what: Target['what'], expectedCount?: number): this {
    const resume = { kind: 'token', token: this.#token } as const
    this.#session.addTarget({ targetId, what, resume, ...(expectedCount !== undefined && { expectedCount }) })
    return this
  }

  unlistens(targetId: number): this {
    this.#session.removeTarget(targetId)
    return this
  }

  pauses(): this {
    this.#session.pause()
    return this
  }

  goesOn(): this {
    this.#session.resume()
    return this
  }

  async isCutOff(): Promise<this> {
    this.#session.close()
    await this.hearsNothing()
    return this
  }

  comesBack(): this {
    this.#session = this.#connect()
    return this
  }

  /** Exactly these, in this order, since the last time. */
  async hears(...expected: string[]): Promise<this> {
    while (this.#told.length < expected.length) {
      await new Promise<void>((resolve) => {
        this.#notify = resolve
      })
    }
    const heard = this.#told.splice(0, expected.length)
    expect(heard).toEqual(expected)
    return this
  }

  /** This, whatever comes before it. */
  async hearsAfterAll(expected: string): Promise<this> {
    while (!this.#told.includes(expected)) {
      await new Promise<void>((resolve) => {
        this.#notify = resolve
      })
    }
    this.#told.splice(0, this.#told.indexOf(expected) + 1)
    return this
  }

  /** Of the document that a target was last told of. */
  fieldsTold(targetId: number): string[] {
    return this.#fieldsTold.get(targetId) ?? []
  }

  /** Whatever is on its way had the time to come. */
  async hearsNothing(): Promise<this> {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    await this.#world.set('elsewhere/entirely', { turn: this.#turn++ })
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(this.#told).toEqual([])
    return this
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#session.close()
    await this.#world[Symbol.asyncDispose]()
  }

  #turn = 0
  readonly #fieldsTold = new Map<number, string[]>()

  #connect(): ListenSession {
    return this.#world.documents.listen(this.#caller, this.#world.at, (event) => {
      if (event.kind === 'snapshot') this.#token = Uint8Array.from(event.resumeToken)
      if (event.kind === 'change') {
        for (const id of event.targetIds) this.#fieldsTold.set(id, [...event.document.fields.keys()])
      }
      this.#told.push(told(event))
      this.#notify()
    })
  }
}

function told(event: ListenEvent): string {
  switch (event.kind) {
    case 'snapshot':
      return 'snapshot'
    case 'added':
    case 'current':
    case 'reset':
      return `${event.kind} ${event.targetId}`
    case 'removed':
      return `removed ${event.targetId}${codeOf(event.cause)}`
    case 'ended':
      return `ended${codeOf(event.cause)}`
    case 'filter':
      return `filter ${event.targetId} ${event.count}${event.unchangedNames === undefined ? '' : ' with names'}`
    case 'change':
      return `change ${event.document.path}${ids('+', event.targetIds)}${ids('-', event.removedTargetIds)}`
    case 'delete':
    case 'remove':
      return `${event.kind} ${event.path}${ids('-', event.removedTargetIds)}`
  }
}

function ids(sign: string, targetIds: readonly number[]): string {
  return targetIds.length === 0 ? '' : ` ${sign}${targetIds.toSorted((a, b) => a - b).join(',')}`
}

function codeOf(cause: Error | undefined): string {
  return cause instanceof StatusError ? ` ${cause.code}` : ''
}
