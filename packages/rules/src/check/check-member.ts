import type { Scope } from '../evaluate/scope.ts'
import type { Expression } from '../syntax/ast.ts'
import type { Issues } from '../syntax/issue.ts'
import { requestMembers } from './request-members.ts'

/** Longer than any of the values above is written. */
const STEPS_MAX = 2

/**
 * Warns of a member that no request has, as in `request.user`: a condition that reads it never holds. The vendor says nothing of it, and it
 * changes no verdict.
 */
export function checkMember(
  { object, name, start, end }: Extract<Expression, { kind: 'member' }>,
  scope: Scope,
  issues: Issues,
): void {
  const place = placeOf(object, scope)
  const known = place === undefined ? undefined : requestMembers(scope.service, place)
  if (place === undefined || known === undefined || known.includes(name)) return
  const isOfFile = scope.service === 'firebase.storage' && place.endsWith('resource')
  issues.add('WARNING', `Unknown member of ${place}${isOfFile ? ' of a file' : ''}: ${name}.`, { start, end })
}

/** What an expression is called from the request on: `request.auth`; undefined for what is no value of a request. */
function placeOf(expression: Expression, scope: Scope): string | undefined {
  const names: string[] = []
  let next = expression
  while (next.kind === 'member' && names.length < STEPS_MAX) {
    names.unshift(next.name)
    next = next.object
  }
  if (next.kind !== 'name') return undefined
  const kind = scope.find(next.name)?.kind
  return kind === 'request' || kind === 'resource' ? [next.name, ...names].join('.') : undefined
}
