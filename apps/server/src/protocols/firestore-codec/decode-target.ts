import { invalidArgument, StatusError } from '@hearth/model'
import type { Target } from '../../documents/documents.ts'
import type { DatabaseScope } from './database-scope.ts'
import { decodeQuery } from './decode-query.ts'
import type { Target as TargetMessage } from './messages.ts'

/** What a client wants to listen to. Throws `invalid-argument`, and `unimplemented` for pipelines. */
export function decodeTarget(scope: DatabaseScope, message: TargetMessage): Target {
  return {
    targetId: message.targetId ?? 0,
    what: decodeWhat(scope, message),
    resume: decodeResume(message),
    expectedCount: message.expectedCount,
    once: message.once,
  }
}

function decodeWhat(scope: DatabaseScope, message: TargetMessage): Target['what'] {
  if (message.query !== undefined) {
    const { parent, structuredQuery } = message.query
    return { kind: 'query', query: decodeQuery(scope.parentPath(parent), structuredQuery) }
  }
  if (message.documents !== undefined) {
    const names = message.documents.documents ?? []
    if (names.length === 0) throw invalidArgument('INVALID_TARGET', 'A documents target names no document.')
    return { kind: 'documents', paths: [...new Set(names.map((name) => scope.documentPath(name)))] }
  }
  if (message.pipelineQuery !== undefined) {
    throw new StatusError('unimplemented', 'PIPELINES', 'Pipelines are not supported: use a query.')
  }
  throw invalidArgument('INVALID_TARGET', 'A target has neither a query nor documents.')
}

function decodeResume({ resumeToken, readTime }: TargetMessage): Target['resume'] {
  if (resumeToken !== undefined && resumeToken.length > 0) return { kind: 'token', token: resumeToken }
  // Cut down, a moment between two microseconds repeats a change at most.
  if (readTime !== undefined) return { kind: 'read-time', readTime: Number(readTime.micros) }
  return undefined
}
