import {
  decodedBytes,
  type Document,
  invalidArgument,
  isCollectionPath,
  parentPath,
  parseFieldPath,
  StatusError,
  validateDocumentPath,
  validateQuery,
  valueAt,
} from '@hearth/model'
import { compileRules, decodeQuery, type QueryJson, RulesSources } from '@hearth/rules'
import type { AccessRequest, FileAttributes } from '../../access/gate.ts'
import type { DatabaseRef } from '../../documents/documents.ts'
import type { Files } from '../../files/files.ts'
import { attributesOf } from '../../files/metadata.ts'
import type { Clock } from '../../lib/ambient.ts'
import { Turn } from '../../lib/turn.ts'
import type { ProjectStore } from '../../persistence/persistence.ts'
import type { RulesInForce } from '../rules-in-force.ts'
import { explainAnswer, type Explained } from './explain-answer.ts'
import { type Asker, type HeldMemory, Judge, type JudgedRules } from './judge.ts'
import { changeBase, changeOf, judgeChange, tryField } from './judge-change.ts'
import { SeenValues } from './probes.ts'

/** One page answers what was judged so far after this, and the rest is asked for again. */
const PAGE_MS = 1_500
const RUNNING_MAX = 8
/** Of one project, so that a busy table keeps no other from being judged. */
const RUNNING_OF_PROJECT_MAX = 4
/** Documents that are read at once. */
const READ_AT_ONCE = 10
/** Documents of a collection whose values are tried in others of it. */
const SAMPLED = 10

/** Somebody in whose name rules are asked; undefined for nobody. */
export interface Person {
  readonly uid: string
  /** What the token says besides what it says of the account. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
}

export interface JudgedQuestion {
  readonly service: 'documents' | 'files'
  readonly database: string
  readonly person: Person | undefined
  readonly act: 'read' | 'change' | 'delete'
  /** Without errors; undefined for the rules in force. */
  readonly sources: RulesSources | undefined
  readonly memory: HeldMemory
  readonly signal: AbortSignal
}

interface AskedOne {
  readonly path: string
  readonly field: string | undefined
  /** Whether it may be asked of the collection at `path`. */
  readonly query: QueryJson | undefined
}

export interface JudgedPage {
  readonly rules: JudgedRules['standing']
  /** There is an account of that uid. */
  readonly isKnown: boolean
  readonly rows: readonly {
    readonly path: string
    readonly isMissing: boolean
    readonly isAllowed: boolean
    readonly locked: readonly string[]
  }[]
}

export interface RulesVerdictsOptions {
  readonly mode: 'start' | 'dev'
  readonly consoleProject: string
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly rulesInForce: Pick<RulesInForce, 'find'>
  readonly files: Pick<Files, 'get'>
  /** The first documents of a collection. */
  readonly sample: (at: DatabaseRef, collection: string, count: number) => Promise<readonly Document[]>
  /** What an ID token of a user would say; undefined where there is no such account. */
  readonly claimsOf: (project: string, uid: string) => Promise<Readonly<Record<string, unknown>> | undefined>
  readonly clock: Clock
}

/** What rules let somebody do with documents and files as they are, without doing it. In turns, so that others have theirs. */
export class RulesVerdicts {
  readonly #options: RulesVerdictsOptions
  /** By project, once for each. */
  readonly #running: string[] = []

  constructor(options: RulesVerdictsOptions) {
    this.#options = options
  }

  /**
   * Judges the paths in their order, at least the first, and as many as fit into one page. Throws `resource-exhausted`/`TOO_MANY_VERDICTS`, and
   * `invalid-argument` for paths that are none.
   */
  async judge(
    project: string,
    question: JudgedQuestion,
    asked: { readonly paths: readonly string[]; readonly fields: readonly string[] },
  ): Promise<JudgedPage> {
    for (const field of asked.fields) parseFieldPath(field)
    return await this.#with(project, question, false, async (judge, rules, isKnown) => {
      const rows =
        question.service === 'files'
          ? await this.#judgeFiles(project, judge, question, asked.paths)
          : await this.#judgeDocuments(project, judge, question, asked)
      return { rules: rules.standing, isKnown, rows }
    })
  }

  /**
   * Why one of them, or a field of it, is judged as it is, or a query of a collection. Throws as `judge`, and `not-found` where nothing is there.
   */
  async explain(
    project: string,
    question: JudgedQuestion,
    asked: AskedOne,
  ): Promise<Explained & { readonly rules: JudgedRules['standing'] }> {
    return await this.#with(project, question, true, async (judge, rules, _isKnown, caller) => {
      const { request, tried } = await this.#requestOf(project, judge, question, asked)
      const explained = await explainAnswer({ judge, rules, caller, request, tried })
      return { ...explained, rules: rules.standing }
    })
  }

  async #with<T>(
    project: string,
    question: JudgedQuestion,
    isObserved: boolean,
    work: (judge: Judge, rules: JudgedRules, isKnown: boolean, caller: Asker) => Promise<T>,
  ): Promise<T> {
    const ofProject = this.#running.filter((one) => one === project).length
    if (this.#running.length >= RUNNING_MAX || ofProject >= RUNNING_OF_PROJECT_MAX) {
      const text = 'Rules are being asked in the name of others already. Try again in a moment.'
      throw new StatusError('resource-exhausted', 'TOO_MANY_VERDICTS', text, { details: { retryAfterSeconds: 1 } })
    }
    this.#running.push(project)
    const { storeOf, clock } = this.#options
    try {
      const { caller, isKnown } = await this.#callerOf(project, question.person)
      const rules = await this.#rulesOf(project, question, isObserved)
      const nowMicros = BigInt(clock.nowMs()) * 1000n
      const { memory, signal } = question
      const judge = new Judge({ rules, caller, store: await storeOf(project), memory, nowMicros, signal })
      try {
        return await work(judge, rules, isKnown, caller)
      } finally {
        judge.end()
      }
    } finally {
      this.#running.splice(this.#running.indexOf(project), 1)
    }
  }

  async #callerOf(project: string, person: Person | undefined): Promise<{ caller: Asker; isKnown: boolean }> {
    if (person === undefined) return { caller: { kind: 'visitor' }, isKnown: true }
    const { uid } = person
    const own = await this.#options.claimsOf(project, uid)
    const claims = { sub: uid, user_id: uid, ...own, ...person.claims }
    const caller: Asker = { kind: 'user', project, uid, claims, authTime: 0, expiresAt: Number.MAX_SAFE_INTEGER }
    return { caller, isKnown: own !== undefined }
  }

  async #rulesOf(project: string, asked: JudgedQuestion, isObserved: boolean): Promise<JudgedRules> {
    const { mode, consoleProject, rulesInForce } = this.#options
    const { sources, database } = asked
    const service = asked.service === 'files' ? 'firebase.storage' : 'cloud.firestore'
    if (sources !== undefined) {
      const ruleset = compileRules(sources, service, { isObserved })
      if (ruleset === undefined) throw new Error('sources are checked before they are asked')
      return { standing: 'given', ruleset }
    }
    const rules = await rulesInForce.find(project, service, database)
    if (rules.kind !== 'rules') {
      // As the gate has it: where nothing is published a developer's server is open.
      return { standing: rules.kind, isAllowed: rules.kind === 'none' && mode === 'dev' && project !== consoleProject }
    }
    const ruleset = isObserved ? await observed(rules.ruleset.sources, service) : rules.ruleset
    return { standing: 'published', ruleset }
  }

  async #judgeDocuments(
    project: string,
    judge: Judge,
    question: JudgedQuestion,
    { paths, fields }: { readonly paths: readonly string[]; readonly fields: readonly string[] },
  ): Promise<JudgedPage['rows']> {
    for (const path of paths) validateDocumentPath(path)
    const { database, act, signal, memory } = question
    const page = new Page(signal)
    const seen = await this.#seenIn(project, question, paths[0] ?? '', fields)
    for (let at = 0; at < paths.length && !page.isFull; at += READ_AT_ONCE) {
      const batch = paths.slice(at, at + READ_AT_ONCE)
      const documents = await judge.readDocuments(database, batch)
      const bytes = documents.reduce((sum, document) => sum + (document === undefined ? 0 : decodedBytes(document)), 0)
      memory.take(bytes)
      try {
        for (const field of act === 'change' ? fields : []) {
          for (const document of documents) {
            if (document !== undefined) seen.note(field, valueAt(document.fields, parseFieldPath(field)))
          }
        }
        for (const [index, path] of batch.entries()) {
          if (page.isFull) break
          const document = documents[index]
          if (document === undefined) page.add({ path, isMissing: true, isAllowed: false, locked: [] })
          else if (act === 'change') {
            const change = await judgeChange({ judge, database, document, seen }, fields)
            page.add({ path, isMissing: false, ...change })
          } else {
            const { verdict } = await judge.ask(documentRequest(act, database, document))
            page.add({ path, isMissing: false, isAllowed: verdict.isAllowed, locked: [] })
          }
        }
      } finally {
        memory.give(bytes)
      }
    }
    return page.rows
  }

  async #judgeFiles(
    project: string,
    judge: Judge,
    { act, signal }: JudgedQuestion,
    paths: readonly string[],
  ): Promise<JudgedPage['rows']> {
    const page = new Page(signal)
    for (const path of paths) {
      if (page.isFull) break
      const request = await this.#fileRequest(project, act, path)
      const isAllowed = request !== undefined && (await judge.ask(request)).verdict.isAllowed
      page.add({ path, isMissing: request === undefined, isAllowed, locked: [] })
    }
    return page.rows
  }

  async #requestOf(
    project: string,
    judge: Judge,
    question: JudgedQuestion,
    { path, field, query }: AskedOne,
  ): Promise<Pick<Parameters<typeof explainAnswer>[0], 'request' | 'tried'>> {
    const { service, database, act } = question
    if (query !== undefined) {
      const isAskable = service === 'documents' && act === 'read' && isCollectionPath(path)
      if (!isAskable) throw invalidArgument('INVALID_QUERY', 'Of documents a collection can be read by a query.')
      const asked = validateQuery(decodeQuery(path, query), { project, database })
      return { request: { service, operation: 'list', database, query: asked }, tried: undefined }
    }
    if (service === 'files') {
      const request = await this.#fileRequest(project, act, path)
      if (request === undefined) throw nothingThere()
      return { request, tried: undefined }
    }
    validateDocumentPath(path)
    const [document] = await judge.readDocuments(database, [path])
    if (document === undefined) throw nothingThere()
    if (act !== 'change') return { request: documentRequest(act, database, document), tried: undefined }
    const seen = await this.#seenIn(project, question, path, field === undefined ? [] : [field])
    const change = { judge, database, document, seen }
    const base = await changeBase(change)
    const tried = field === undefined ? undefined : await tryField(change, base.fields, field)
    return { request: changeOf(change, tried?.fields ?? base.fields), tried: tried?.value }
  }

  /** What a few documents of the collection have in fields that are tried, so that one document is judged as it is among others. */
  async #seenIn(
    project: string,
    { database, act }: JudgedQuestion,
    path: string,
    fields: readonly string[],
  ): Promise<SeenValues> {
    const seen = new SeenValues()
    if (act !== 'change' || fields.length === 0) return seen
    const documents = await this.#options.sample({ project, database }, parentPath(path), SAMPLED)
    for (const field of fields) {
      for (const document of documents) seen.note(field, valueAt(document.fields, parseFieldPath(field)))
    }
    return seen
  }

  /** Undefined where there is no such file. */
  async #fileRequest(project: string, act: JudgedQuestion['act'], path: string): Promise<AccessRequest | undefined> {
    const bucket = `${project}.appspot.com`
    const about = { service: 'files', bucket, path } as const
    // Of a folder only reading says something: it is no file that could be changed.
    if (path === '/') return { ...about, path: '', operation: 'list', before: undefined, after: undefined }
    if (path.endsWith('/')) return { ...about, operation: 'list', before: undefined, after: undefined }
    const before = await this.#findFile(project, bucket, path)
    if (before === undefined) return undefined
    if (act === 'change') return { ...about, operation: 'update', before, after: before }
    return { ...about, operation: act === 'read' ? 'get' : 'delete', before, after: undefined }
  }

  async #findFile(project: string, bucket: string, name: string): Promise<FileAttributes | undefined> {
    try {
      const file = await this.#options.files.get({ kind: 'admin', project }, { bucket, name })
      return attributesOf(file, file.sizeBytes)
    } catch (error) {
      if (error instanceof StatusError && error.code === 'not-found') return undefined
      throw error
    }
  }
}

/** What was judged so far, as long as there is time and somebody waits for it. */
class Page {
  readonly rows: JudgedPage['rows'][number][] = []
  readonly #signal: AbortSignal
  readonly #endsAt = performance.now() + PAGE_MS

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  get isFull(): boolean {
    return this.#signal.aborted || (this.rows.length > 0 && performance.now() > this.#endsAt)
  }

  add(row: JudgedPage['rows'][number]): void {
    this.rows.push(row)
  }
}

function documentRequest(act: 'read' | 'delete', database: string, document: Document): AccessRequest {
  const about = { service: 'documents', database, path: document.path, before: document, after: undefined } as const
  return { ...about, operation: act === 'read' ? 'get' : 'delete' }
}

async function observed(
  files: readonly { readonly name: string; readonly content: string }[],
  service: 'firebase.storage' | 'cloud.firestore',
): Promise<Extract<JudgedRules, { ruleset: unknown }>['ruleset']> {
  const ruleset = compileRules(await RulesSources.readInTurns(files, new Turn()), service, { isObserved: true })
  if (ruleset === undefined) throw new Error('what holds has no errors')
  return ruleset
}

function nothingThere(): StatusError {
  return new StatusError('not-found', 'NOTHING_THERE', 'Nothing is at this path any more.')
}
