import { assertNumberOfMutations, invalidArgument, parseFieldPath } from '@hearth/model'
import type { FieldMask, Mutation, Precondition, Transform, Value } from '@hearth/model'
import { Turn } from '../../lib/turn.ts'
import type { DatabaseScope } from './database-scope.ts'
import { versionOf } from './instant.ts'
import type {
  DocumentMask as MaskMessage,
  FieldTransform as TransformMessage,
  Precondition as PreconditionMessage,
  Write,
} from './messages.ts'

const noFields: ReadonlyMap<string, Value> = new Map()

/** One write of a commit. Throws `invalid-argument`. */
export function decodeWrite(scope: DatabaseScope, write: Write): Mutation {
  const precondition = decodePrecondition(write.currentDocument)
  if (write.delete !== undefined || write.verify !== undefined) {
    if (write.updateMask !== undefined || (write.updateTransforms?.length ?? 0) > 0) {
      throw invalidArgument('INVALID_WRITE', 'A delete or verify write takes no mask and no transforms.')
    }
    const kind = write.delete === undefined ? 'verify' : 'delete'
    return { kind, path: scope.documentPath(write.delete ?? write.verify), precondition }
  }
  if (write.transform !== undefined) {
    // The older form of transforms: no update, and a document that is missing is created by them.
    const { document, fieldTransforms = [] } = write.transform
    if (write.updateMask !== undefined || (write.updateTransforms?.length ?? 0) > 0) {
      throw invalidArgument('INVALID_WRITE', 'A transform write takes no mask and no further transforms.')
    }
    if (fieldTransforms.length === 0) {
      throw invalidArgument('INVALID_WRITE', 'The list of FieldTransform must not be empty.')
    }
    return {
      kind: 'set',
      path: scope.documentPath(document),
      fields: noFields,
      mask: [],
      transforms: fieldTransforms.map(decodeTransform),
      precondition,
    }
  }
  if (write.update === undefined) {
    throw invalidArgument('INVALID_WRITE', 'A write must have one of update, delete, verify and transform.')
  }
  return {
    kind: 'set',
    path: scope.documentPath(write.update.name),
    fields: write.update.fields ?? noFields,
    mask: decodeMask(write.updateMask),
    transforms: (write.updateTransforms ?? []).map(decodeTransform),
    precondition,
  }
}

/** The writes of a commit; a promise only where there are so many that others have their turn meanwhile. Throws `invalid-argument`. */
export function decodeWrites(scope: DatabaseScope, writes: readonly Write[] = []): Mutation[] | Promise<Mutation[]> {
  assertNumberOfMutations(writes)
  // Of one alone no clock is asked.
  const turn = writes.length > 1 ? new Turn() : undefined
  const mutations: Mutation[] = []
  for (const write of writes) {
    if (turn?.isOver === true) return decodeRest(scope, writes, mutations, turn)
    mutations.push(decodeWrite(scope, write))
  }
  return mutations
}

async function decodeRest(
  scope: DatabaseScope,
  writes: readonly Write[],
  mutations: Mutation[],
  turn: Turn,
): Promise<Mutation[]> {
  for (const write of writes.slice(mutations.length)) {
    if (turn.isOver) await turn.next()
    mutations.push(decodeWrite(scope, write))
  }
  return mutations
}

/** As many fields as a document has room for. */
const MASK_PATHS_MAX = 100_000
/** Names in all paths of a mask, of which a field that is stored has at most 20. */
const MASK_NAMES_MAX = 500_000
/** Characters of all paths of a mask: three times the size of a document. */
const MASK_LENGTH_MAX = 3 * 1024 * 1024

/** Absent stays absent: an empty mask says something else (document-semantics 4.1). */
export function decodeMask(mask: MaskMessage | undefined): FieldMask | undefined {
  if (mask === undefined) return undefined
  const { fieldPaths = [] } = mask
  if (fieldPaths.length > MASK_PATHS_MAX) throw tooManyFieldPaths()
  const paths: FieldMask[number][] = []
  let names = 0
  let length = 0
  for (const text of fieldPaths) {
    const path = parseFieldPath(text)
    names += path.length
    length += text.length
    if (names > MASK_NAMES_MAX || length > MASK_LENGTH_MAX) throw tooManyFieldPaths()
    paths.push(path)
  }
  return paths
}

function tooManyFieldPaths(): Error {
  return invalidArgument('TOO_MANY_FIELD_PATHS', `A mask names at most ${MASK_PATHS_MAX} fields.`)
}

export function decodePrecondition(message: PreconditionMessage | undefined): Precondition {
  if (message?.exists !== undefined) return { kind: 'exists', exists: message.exists }
  if (message?.updateTime !== undefined) {
    return { kind: 'update-time', updateTime: versionOf(message.updateTime, 'update time of a precondition') }
  }
  return { kind: 'none' }
}

function decodeTransform(message: TransformMessage): Transform {
  const field = parseFieldPath(message.fieldPath ?? '')
  if (message.setToServerValue !== undefined) {
    if (message.setToServerValue !== 'REQUEST_TIME') {
      throw invalidArgument('INVALID_TRANSFORM', 'The only server value there is is REQUEST_TIME.')
    }
    return { kind: 'server-timestamp', field }
  }
  if (message.increment !== undefined) return { kind: 'increment', field, operand: message.increment }
  if (message.maximum !== undefined) return { kind: 'maximum', field, operand: message.maximum }
  if (message.minimum !== undefined) return { kind: 'minimum', field, operand: message.minimum }
  if (message.appendMissingElements !== undefined) {
    return { kind: 'array-union', field, values: message.appendMissingElements }
  }
  if (message.removeAllFromArray !== undefined) {
    return { kind: 'array-remove', field, values: message.removeAllFromArray }
  }
  throw invalidArgument('INVALID_TRANSFORM', 'A field transform does not say what it does.')
}
