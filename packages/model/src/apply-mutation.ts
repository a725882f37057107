import type { Document } from './document.ts'
import { validateDocument } from './document-limits.ts'
import { FieldsDraft, valueAt } from './fields-draft.ts'
import type { Mutation, Precondition } from './mutation.ts'
import { formatDocumentName } from './resource-path.ts'
import { StatusError } from './status-error.ts'
import { applyTransform } from './transform.ts'
import { encodeFields } from './typed-json.ts'
import { unreachable } from './unreachable.ts'
import type { Fields, Value } from './value.ts'
import type { Version } from './version.ts'

export interface MutationContext {
  readonly project: string
  readonly database: string
  /** One for the whole commit; server timestamps are this, cut to milliseconds. */
  readonly requestTime: Version
}

export type MutationOutcome =
  /** The document is to be stored with these fields; `json` is their canonical text. */
  | {
      readonly kind: 'written'
      readonly fields: Fields
      readonly json: string
      readonly transformResults: readonly Value[]
    }
  | { readonly kind: 'deleted'; readonly transformResults: readonly Value[] }
  /** Nothing changes, so the document keeps its update time: an equal write, a delete of nothing, a verify. */
  | { readonly kind: 'unchanged'; readonly transformResults: readonly Value[] }

/**
 * What a mutation, which has passed `validateMutations`, makes of a document (undefined: there is none). Pure. Throws `not-found`, `already-exists` or
 * `failed-precondition` when the precondition does not hold, `invalid-argument` when the result may not be stored.
 */
export function applyMutation(
  current: Document | undefined,
  mutation: Mutation,
  context: MutationContext,
): MutationOutcome {
  checkPrecondition(current, mutation, context)
  switch (mutation.kind) {
    case 'delete':
      return { kind: current === undefined ? 'unchanged' : 'deleted', transformResults: [] }
    case 'verify':
      return { kind: 'unchanged', transformResults: [] }
    case 'set':
      return applySet(current, mutation, context)
    default:
      return unreachable(mutation)
  }
}

function applySet(
  current: Document | undefined,
  mutation: Extract<Mutation, { kind: 'set' }>,
  context: MutationContext,
): MutationOutcome {
  const { fields, transformResults } = changedFields(current, mutation, context.requestTime)
  const json = encodeFields(fields)
  if (current !== undefined && json === current.json) return { kind: 'unchanged', transformResults }
  validateDocument(nameOf(mutation, context), mutation.path, fields, json)
  return { kind: 'written', fields, json, transformResults }
}

function changedFields(
  current: Document | undefined,
  mutation: Extract<Mutation, { kind: 'set' }>,
  requestTime: Version,
): { fields: Fields; transformResults: Value[] } {
  const { mask, transforms } = mutation
  if (mask === undefined && transforms.length === 0) return { fields: mutation.fields, transformResults: [] }
  const draft = new FieldsDraft(mask === undefined ? mutation.fields : (current?.fields ?? new Map()))
  for (const path of mask ?? []) {
    const value = valueAt(mutation.fields, path)
    if (value === undefined) draft.delete(path)
    else draft.set(path, value)
  }
  const transformResults = transforms.map((transform) => {
    const { value, result } = applyTransform(draft.find(transform.field), transform, requestTime)
    draft.set(transform.field, value)
    return result
  })
  return { fields: draft.fields, transformResults }
}

/** Throws unless a mutation's precondition holds for the document as it is (document-semantics 4.3). */
export function checkPrecondition(
  current: Document | undefined,
  mutation: { readonly path: string; readonly precondition: Precondition },
  context: MutationContext,
): void {
  const { precondition } = mutation
  switch (precondition.kind) {
    case 'none':
      return
    case 'exists':
      if (precondition.exists === (current !== undefined)) return
      if (!precondition.exists) {
        throw new StatusError(
          'already-exists',
          'DOCUMENT_EXISTS',
          `Document already exists: ${nameOf(mutation, context)}`,
        )
      }
      throw new StatusError('not-found', 'DOCUMENT_NOT_FOUND', `No document to update: ${nameOf(mutation, context)}`)
    case 'update-time':
      if (current?.updateTime === precondition.updateTime) return
      throw new StatusError(
        'failed-precondition',
        'VERSION_MISMATCH',
        `the stored version (${current?.updateTime ?? 0}) does not match the required base version (${precondition.updateTime})`,
      )
    default:
      unreachable(precondition)
  }
}

function nameOf(mutation: { readonly path: string }, context: MutationContext): string {
  return formatDocumentName(context.project, context.database, mutation.path)
}
