import { type Document, type Fields, makeDocument, parseFieldPath, type Value, valueAt } from '@hearth/model'
import type { AccessRequest } from '../../access/gate.ts'
import type { Judge } from './judge.ts'
import { probesFor, type SeenValues, withValue } from './probes.ts'

/** Times of a document that may have to be the time of the request. */
const TIMES_MAX = 5

export interface ChangeQuestion {
  readonly judge: Judge
  readonly database: string
  readonly document: Document
  readonly seen: SeenValues
}

/** Rules tell no fields: what may be changed is found out by trying. */
export interface JudgedChange {
  readonly isAllowed: boolean
  /** Fields for which every value that was tried was refused; none where nothing may be changed. */
  readonly locked: readonly string[]
}

/** Whether a document may be changed, and which of its `fields` may not. */
export async function judgeChange(question: ChangeQuestion, fields: readonly string[]): Promise<JudgedChange> {
  const base = await changeBase(question)
  const locked: string[] = []
  let isAllowed = base.isAllowed
  for (const field of fields) {
    const tried = await tryField(question, base.fields, field)
    if (tried?.isAllowed === true) isAllowed = true
    else if (tried !== undefined) locked.push(field)
  }
  return { isAllowed, locked: isAllowed ? locked : [] }
}

/**
 * The document as a change of one field begins: as it is, or, where that alone is refused, with one of its times as that of the request, which rules
 * ask of apps that note when they wrote.
 */
export async function changeBase(
  question: ChangeQuestion,
): Promise<{ readonly fields: Fields; readonly isAllowed: boolean }> {
  const { judge, document } = question
  const { fields } = document
  if (await mayChange(question, fields)) return { fields, isAllowed: true }
  const times = [...fields].filter(([, { kind }]) => kind === 'timestamp').slice(0, TIMES_MAX)
  for (const [name] of times) {
    const dated = withValue(fields, [name], { kind: 'timestamp', micros: judge.nowMicros })
    if (await mayChange(question, dated)) return { fields: dated, isAllowed: true }
  }
  return { fields, isAllowed: false }
}

/** The first value that may be written to a field, or else one that may not; undefined where there is none to try. */
export async function tryField(
  question: ChangeQuestion,
  base: Fields,
  field: string,
): Promise<{ readonly isAllowed: boolean; readonly value: Value; readonly fields: Fields } | undefined> {
  const { judge, document, seen } = question
  const path = parseFieldPath(field)
  let refused: { readonly isAllowed: false; readonly value: Value; readonly fields: Fields } | undefined
  for (const value of probesFor(valueAt(document.fields, path), seen.of(field), judge.nowMicros)) {
    const fields = withValue(base, path, value)
    if (await mayChange(question, fields)) return { isAllowed: true, value, fields }
    refused ??= { isAllowed: false, value, fields }
  }
  return refused
}

export function changeOf({ database, document }: ChangeQuestion, fields: Fields): AccessRequest {
  // Rules read the fields alone.
  const after = fields === document.fields ? document : makeDocument(document, fields)
  return { service: 'documents', operation: 'update', database, path: document.path, before: document, after }
}

async function mayChange(question: ChangeQuestion, fields: Fields): Promise<boolean> {
  return (await question.judge.ask(changeOf(question, fields))).verdict.isAllowed
}
