import { validateDocument } from './document-limits.ts'
import type { Document, Version } from './document.ts'
import { FieldsDraft, valueAt } from './fields-draft.ts'
import { makeDocument } from './lazy-document.ts'
import type { Mutation, Precondition, Transform } from './mutation.ts'
import { formatDocumentName } from './resource-path.ts'
import { runSteps } from './run-steps.ts'
import { StatusError } from './status-error.ts'
import { applyTransformInSteps, UnionSets } from './transform.ts'
import { encodeFields } from './typed-json.ts'
import { unreachable } from './unreachable.ts'
import { isIdentical } from './value-order.ts'
import type { FieldMask, Fields, Value } from './value.ts'

export interface CommitContext {
  readonly project: string
  readonly database: string
  /** One for the whole commit; server timestamps are this, cut to milliseconds. */
  readonly requestTime: Version
}

/** How a commit leaves a document. */
export interface DraftedDocument {
  readonly before: Document | undefined
  /** The same object as `before` when nothing is changed. Its update time is the request's, and so is its create time if it is created. */
  readonly after: Document | undefined
  readonly isCreated: boolean
  /** Why it may not be stored as it is (`invalid-argument`): what stood there before plays a part, so it is not for everybody to know. */
  readonly fault?: StatusError
}

/**
 * A document while the mutations of a commit, which have passed `validateMutations`, are applied to it one after the other. It is
 * encoded and checked once, at the end: a commit may write to a large document thousands of times.
 */
export class DocumentDraft {
  readonly #path: string
  readonly #before: Document | undefined
  readonly #context: CommitContext
  readonly #unions = new UnionSets()
  /** What is there, unless a draft of it has been begun. Undefined: `before`, or nothing. */
  #replaced: Fields | undefined
  #draft: FieldsDraft | undefined
  #exists: boolean
  #wasDeleted = false
  /** Whether there is a change; undefined while whole new fields have not been compared yet. */
  #isChanged: boolean | undefined = false
  #json: string | undefined

  constructor(path: string, before: Document | undefined, context: CommitContext) {
    this.#path = path
    this.#before = before
    this.#context = context
    this.#exists = before !== undefined
  }

  /**
   * Throws `not-found`, `already-exists` or `failed-precondition` unless a precondition holds for the document as the commit has it
   * now (document-semantics 4.3).
   */
  check(precondition: Precondition): void {
    switch (precondition.kind) {
      case 'none':
        return
      case 'exists':
        if (precondition.exists === this.#exists) return
        if (!precondition.exists) {
          throw new StatusError('already-exists', 'DOCUMENT_EXISTS', `Document already exists: ${this.#name()}`)
        }
        throw new StatusError('not-found', 'DOCUMENT_NOT_FOUND', `No document to update: ${this.#name()}`)
      case 'update-time': {
        const updateTime = this.#updateTime()
        if (updateTime === precondition.updateTime) return
        throw new StatusError(
          'failed-precondition',
          'VERSION_MISMATCH',
          `the stored version (${updateTime ?? 0}) does not match the required base version (${precondition.updateTime})`,
        )
      }
      default:
        unreachable(precondition)
    }
  }

  /** Does what a mutation says, its transforms and its precondition aside. */
  apply(mutation: Mutation): void {
    if (mutation.kind === 'set') this.#set(mutation.fields, mutation.mask)
    else if (mutation.kind === 'delete') this.#delete()
  }

  /** As `transformInSteps`, at once. */
  transform(transform: Transform): Value {
    return runSteps(this.transformInSteps(transform))
  }

  /**
   * Answers what the client is told, in steps between which nothing else may be done with the draft. Each yields what it cost, in bytes that
   * take about as long. Throws `invalid-argument` when an operand is of the wrong kind.
   */
  *transformInSteps(transform: Transform): Generator<number, Value> {
    const draft = this.#inPlace()
    const old = draft.find(transform.field)
    const { value, result } = yield* applyTransformInSteps(old, transform, this.#context.requestTime, this.#unions)
    this.#put(draft, transform.field, old, value)
    return result
  }

  /** When all is applied: the first half of the work of `finish`, for others to have their turn before the second. */
  encode(): void {
    if (this.#exists && (this.#isChanged !== false || this.#wasDeleted)) this.#json = encodeFields(this.#fields())
  }

  /** To be called once, when all is applied. */
  finish(): DraftedDocument {
    const before = this.#before
    if (!this.#exists) return { before, after: undefined, isCreated: false }
    if (this.#isChanged === false && !this.#wasDeleted) return { before, after: before, isCreated: false }
    const fields = this.#fields()
    const json = this.#json ?? encodeFields(fields)
    const isCreated = before === undefined || this.#wasDeleted
    // Several writes may end where the document was.
    if (!isCreated && json === before.json) return { before, after: before, isCreated }
    const { requestTime } = this.#context
    const createTime = isCreated ? requestTime : before.createTime
    const after = makeDocument({ path: this.#path, createTime, updateTime: requestTime, json }, fields)
    const fault = this.#faultOf(fields, json)
    return { before, after, isCreated, ...(fault !== undefined && { fault }) }
  }

  #faultOf(fields: Fields, json: string): StatusError | undefined {
    try {
      validateDocument(this.#name(), this.#path, fields, json)
      return undefined
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      return error
    }
  }

  #set(fields: Fields, mask: FieldMask | undefined): void {
    if (mask === undefined) {
      this.#replace(fields)
      return
    }
    const draft = this.#inPlace()
    for (const path of mask) this.#put(draft, path, draft.find(path), valueAt(fields, path))
  }

  #replace(fields: Fields): void {
    // Two in a row may be a change and its undoing, which is two changes.
    const isChanged = this.#isChanged ?? this.#compare()
    this.#isChanged = isChanged || !this.#exists ? true : undefined
    this.#exists = true
    this.#replaced = fields
    this.#draft = undefined
  }

  #delete(): void {
    this.#wasDeleted ||= this.#exists
    this.#isChanged ||= this.#exists
    this.#exists = false
    this.#replaced = undefined
    this.#draft = undefined
  }

  /** What is there, to be changed in place; a document that is missing comes to be. */
  #inPlace(): FieldsDraft {
    if (!this.#exists) this.#isChanged = true
    this.#draft ??= new FieldsDraft(this.#exists ? this.#fields() : new Map())
    this.#exists = true
    return this.#draft
  }

  #put(draft: FieldsDraft, field: Transform['field'], old: Value | undefined, value: Value | undefined): void {
    if (value === undefined ? old === undefined : old !== undefined && isIdentical(old, value)) return
    this.#isChanged = true
    if (value === undefined) draft.delete(field)
    else draft.set(field, value)
  }

  #fields(): Fields {
    return this.#draft?.fields ?? this.#replaced ?? this.#before?.fields ?? new Map()
  }

  #updateTime(): Version | undefined {
    if (!this.#exists) return undefined
    this.#isChanged ??= this.#compare()
    return this.#isChanged ? this.#context.requestTime : this.#before?.updateTime
  }

  #compare(): boolean {
    return encodeFields(this.#fields()) !== this.#before?.json
  }

  #name(): string {
    return formatDocumentName(this.#context.project, this.#context.database, this.#path)
  }
}
