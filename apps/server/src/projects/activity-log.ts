import type { Mutation, Value } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { OperatorAct } from '../access/operator-policy.ts'
import type { Clock, Log, Random } from '../lib/ambient.ts'
import type { Documents } from '../documents/documents.ts'
import { CONSOLE_PROJECT } from './project-id.ts'

export interface ActivityLogOptions {
  readonly documents: Pick<Documents, 'commit'>
  /** What people call the account with this uid; undefined for who is gone. */
  readonly nameOf: (project: string, uid: string) => Promise<string | undefined>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

const server: Caller = { kind: 'admin', project: CONSOLE_PROJECT }
const QUEUE_MAX = 1_000
const PER_COMMIT = 100
const TARGET_LENGTH_MAX = 1_500
const SESSION_EVERY_MS = 60 * 60 * 1000
const SESSIONS_KNOWN_MAX = 10_000
/** Who acted and whom it was done to; a change of many names the first of them. */
const NAMES_MAX = 20

interface Entry {
  readonly act: OperatorAct
  readonly atMs: number
}

/**
 * Writes what operators did to `projects/{projectId}/activity/{id}` of the console's project, in the order they did it and shortly
 * after, with the names that the people of an act had then: who leaves is known by it later. Of somebody's sessions in a project one an hour is written: a page that is opened again begins another, and the audit log has each.
 * At most 1,000 acts wait; what is beyond is counted, and the count is logged with the next that is written.
 */
export class ActivityLog {
  readonly #options: ActivityLogOptions
  #waiting: Entry[] = []
  /** When a session was last written, by project and uid; the oldest go first. */
  readonly #sessions = new Map<string, number>()
  #lost = 0
  #writing: Promise<void> | undefined

  constructor(options: ActivityLogOptions) {
    this.#options = options
  }

  readonly record = (act: OperatorAct): void => {
    if (act.service === 'session' && this.#isRepeated(act)) return
    if (this.#waiting.length >= QUEUE_MAX) {
      this.#lost++
      return
    }
    this.#waiting.push({ act, atMs: this.#options.clock.nowMs() })
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
    })
  }

  /** Resolves when everything recorded so far is written. */
  async settled(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
  }

  #isRepeated({ project, uid }: OperatorAct): boolean {
    const key = `${project}/${uid}`
    const [now, last] = [this.#options.clock.nowMs(), this.#sessions.get(key)]
    if (last !== undefined && now - last < SESSION_EVERY_MS) return true
    this.#sessions.delete(key)
    this.#sessions.set(key, now)
    const [oldest] = this.#sessions.keys()
    if (this.#sessions.size > SESSIONS_KNOWN_MAX && oldest !== undefined) this.#sessions.delete(oldest)
    return false
  }

  async #writeAll(): Promise<void> {
    // Acts of one commit arrive one by one within a turn of the event loop: let them gather.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const entries = this.#waiting.slice(0, PER_COMMIT)
      this.#waiting = this.#waiting.slice(PER_COMMIT)
      await this.#write(entries)
    }
  }

  /** By uid. */
  async #namesIn({ project, uid, service, target }: OperatorAct): Promise<ReadonlyMap<string, string>> {
    const targets = service === 'team' || service === 'users' ? target.split(', ') : []
    const people = [
      [CONSOLE_PROJECT, uid] as const,
      ...targets.map((one) => [service === 'team' ? CONSOLE_PROJECT : project, one] as const),
    ]
    const names = new Map<string, string>()
    for (const [where, one] of people.slice(0, NAMES_MAX)) {
      const name = await this.#options.nameOf(where, one)
      if (name !== undefined) names.set(one, name)
    }
    return names
  }

  async #write(entries: readonly Entry[]): Promise<void> {
    const { documents, random, log } = this.#options
    try {
      const mutations: Mutation[] = []
      for (const entry of entries) mutations.push(creation(entry, await this.#namesIn(entry.act), random))
      await documents.commit(server, { project: CONSOLE_PROJECT, database: '(default)' }, mutations)
    } catch (err) {
      this.#lost += entries.length
      log.error({ err }, 'acts of operators could not be written to their activity')
    }
    if (this.#lost === 0) return
    log.warn({ lost: this.#lost }, 'acts of operators are missing in their activity')
    this.#lost = 0
  }
}

function creation({ act, atMs }: Entry, names: ReadonlyMap<string, string>, random: Random): Mutation {
  const fields: [string, Value][] = [
    ['actor', { kind: 'string', value: act.uid }],
    ['action', { kind: 'string', value: `${act.service}.${act.operation}` }],
    ['target', { kind: 'string', value: cut(act.target) }],
    ['at', { kind: 'timestamp', micros: BigInt(atMs) * 1000n }],
    ['detail', textsAsMap(Object.entries(act.detail ?? {}))],
    ['names', textsAsMap(names)],
  ]
  // Begins with the time, so that two acts of a microsecond still have names of their own and names come in order.
  const id = `${atMs.toString(36).padStart(9, '0')}${random.bytes(8).toString('hex')}`
  return {
    kind: 'set',
    path: `projects/${act.project}/activity/${id}`,
    fields: new Map(fields),
    transforms: [],
    precondition: { kind: 'exists', exists: false },
  }
}

function textsAsMap(texts: Iterable<readonly [string, string]>): Value {
  return {
    kind: 'map',
    fields: new Map([...texts].map(([name, text]) => [name, { kind: 'string', value: cut(text) }])),
  }
}

function cut(text: string): string {
  return text.length <= TARGET_LENGTH_MAX ? text : `${text.slice(0, TARGET_LENGTH_MAX)}…`
}
