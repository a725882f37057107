import type { Caller } from './caller.ts'
import type { AccessRequest } from './gate.ts'
import type { ActParts } from '../audit/act-names.ts'

/** One change that a member of a project's team made in it, under an operator session or the console's own. */
export type OperatorAct = ActParts & {
  readonly project: string
  readonly uid: string
  /** Document or object path, the uid of the account, the name of what was published. */
  readonly target: string
  /** What about it, in words; no secret and no content. */
  readonly detail?: Readonly<Record<string, string>>
}

/** Told of each act, at once; must not throw and must not wait. */
export type OnOperatorAct = (act: OperatorAct) => void

type Operator = Extract<Caller, { kind: 'operator' }>
/** A change of one document or file. */
export type Act = AccessRequest & { readonly operation: 'create' | 'update' | 'delete' }

/** A viewer reads; editors and owners also write. */
export function mayAsOperator(operator: Operator, request: AccessRequest): boolean {
  return operator.role !== 'viewer' || !changesSomething(request)
}

/** An operator of the console's own project reads all of it; who belongs to a project and what was done is the server's to write. */
export function mayOperateConsole(operator: Operator, request: AccessRequest): boolean {
  if (request.operation === 'get' || request.operation === 'list') return true
  const isProtected = request.service === 'documents' && request.path.startsWith('projects/')
  return operator.role !== 'viewer' && !isProtected
}

/** An upload is an act when it is whole. */
export function isAct(request: AccessRequest): request is Act {
  return changesSomething(request) && !('isAnnounced' in request && request.isAnnounced)
}

/** Creates, updates and deletes: all that is not a read. */
export function changesSomething(request: AccessRequest): boolean {
  switch (request.operation) {
    case 'get':
    case 'list':
      return false
    case 'create':
    case 'update':
    case 'delete':
      return true
  }
}
