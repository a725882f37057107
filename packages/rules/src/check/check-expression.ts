import { findFunction, isNamespace } from '../evaluate/library/library.ts'
import type { Scope, ScopedFunction } from '../evaluate/scope.ts'
import type { Expression } from '../syntax/ast.ts'
import { childrenOf } from '../syntax/children.ts'
import { TOO_COMPLEX } from '../syntax/expression-parser.ts'
import type { Issues } from '../syntax/issue.ts'
import { isInt64 } from '../values/numbers.ts'
import { requestMembers } from './request-members.ts'

/** The functions that an expression calls itself. */
export type Calls = ReadonlySet<ScopedFunction>

/** Levels of operators, one inside the other, with what they work on. */
const LEVELS_MAX = 99
/** Expressions of any kind, one inside the other: a chain of `.a.b.c` is as deep as it is long. The vendor's runtime breaks off below 900. */
const DEPTH_MAX = 500
const LOOKUPS: readonly string[] = ['get', 'exists', 'getAfter', 'existsAfter']

/** Reports unknown names, broken numbers, and expressions that nest too deep. */
export function checkExpression(expression: Expression, scope: Scope, issues: Issues): Calls {
  const calls = new Set<ScopedFunction>()
  const levels = visit(expression, { scope, issues, calls }, 1)
  if (levels > LEVELS_MAX) issues.add('ERROR', TOO_COMPLEX, expression)
  return calls
}

interface Visit {
  readonly scope: Scope
  readonly issues: Issues
  readonly calls: Set<ScopedFunction>
}

/** How many levels of operators there are in an expression. */
function visit(node: Expression, context: Visit, depth: number): number {
  if (depth > DEPTH_MAX) {
    context.issues.add('ERROR', TOO_COMPLEX, node)
    return 1
  }
  checkNode(node, context)
  let inner = 0
  for (const child of childrenOf(node)) {
    // The name of a namespace is no variable.
    if (node.kind === 'call' && child === node.object && isQualifier(child, context.scope)) continue
    inner = Math.max(inner, visit(child, context, depth + 1))
  }
  return addsLevel(node) ? inner + 1 : Math.max(1, inner)
}

function checkNode(node: Expression, { scope, issues, calls }: Visit): void {
  switch (node.kind) {
    case 'literal':
      if (typeof node.value === 'bigint' && !isInt64(node.value)) {
        const range = '[-9223372036854775808, 9223372036854775807]'
        issues.add('ERROR', `Integer value is out of the ${range} range.`, node)
      }
      return
    case 'name':
      if (scope.find(node.name) === undefined) issues.add('WARNING', `Invalid variable name: ${node.name}.`, node)
      return
    case 'member':
      checkMember(node, scope, issues)
      return
    case 'call':
      checkCall(node, scope, issues, calls)
      return
    default:
      return
  }
}

function checkCall(
  node: Extract<Expression, { kind: 'call' }>,
  scope: Scope,
  issues: Issues,
  calls: Set<ScopedFunction>,
): void {
  const { object, name, args } = node
  if (object === undefined) {
    const declared = scope.findFunction(name)
    if (declared !== undefined) {
      calls.add(declared)
      if (declared.declaration.parameters.length !== args.length) {
        const expected = declared.declaration.parameters.length
        issues.add('WARNING', `${name}() takes ${expected} arguments, not ${args.length}.`, node)
      }
      return
    }
    const isLookup = scope.service === 'cloud.firestore' && LOOKUPS.includes(name)
    if (!isLookup && findFunction(name) === undefined) issues.add('WARNING', `Invalid function name: ${name}.`, node)
    return
  }
  if (isQualifier(object, scope)) {
    const whole = `${object.name}.${name}`
    const isLookup = object.name === 'firestore' && (name === 'get' || name === 'exists')
    if (!isLookup && findFunction(whole) === undefined) issues.add('WARNING', `Invalid function name: ${whole}.`, node)
  }
}

/** Whether a name in front of a dot is that of a namespace: `math`, or `firestore` in rules for files. */
function isQualifier(object: Expression, scope: Scope): object is Extract<Expression, { kind: 'name' }> {
  if (object.kind !== 'name' || scope.find(object.name) !== undefined) return false
  return isNamespace(object.name) || (object.name === 'firestore' && scope.service === 'firebase.storage')
}

function addsLevel({ kind }: Expression): boolean {
  switch (kind) {
    case 'and':
    case 'or':
    case 'binary':
    case 'is':
    case 'not':
    case 'negate':
    case 'ternary':
      return true
    default:
      return false
  }
}

/** Longer than any of the values above is written. */
const STEPS_MAX = 2

/**
 * Warns of a member that no request has, as in `request.user`: a condition that reads it never holds. The vendor says nothing of it, and it
 * changes no verdict.
 */
function checkMember(
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
