import type { Caller } from '../../access/caller.ts'
import type { KeyScope } from '../../access/key-scopes.ts'
import { hasRole } from '../../access/project-team.ts'

type Standing = Extract<Caller, { kind: 'admin' | 'operator' }>

/** What the vendor's permissions are about, by how they begin, where Hearth has it. */
const served =
  /^(?:datastore\.(?:databases|entities|indexes|locations|namespaces|operations|statistics)|firebase\.(?:projects|clients)|firebaseauth\.(?:configs|users)|firebaserules\.(?:releases|rulesets)|firebasestorage\.(?:buckets|defaultBucket)|resourcemanager\.projects|serviceusage\.services|storage\.(?:buckets|objects))\.(\w+)$/
const reading = /^(?:get|getMetadata|list|query|test|use)$/

/** What a service key needs a scope for. */
const scoped: readonly (readonly [RegExp, KeyScope])[] = [
  [/^datastore\.databases\.(?:create|delete|update)$/, 'project'],
  [/^firebase\.(?:projects|clients)\.(?:create|delete|update)$/, 'project'],
  [/^firebaseauth\.configs\.(?:create|update)$/, 'sign-in'],
]
/** What nobody changes here by these methods: a project has one bucket without settings, and services are on. */
const fixed = /^(?:storage\.buckets|firebasestorage\.\w+|serviceusage\.services|resourcemanager\.projects)\./
/** What editors change; all else that changes something is for owners. */
const editing = /^(?:datastore\.entities|storage\.objects|firebaseauth\.users)\./

/** Of the vendor's `permissions` those that the caller has by role or scope, as far as Hearth has what they are about. */
export function permissionsOf(caller: Standing, permissions: readonly string[]): string[] {
  return permissions.filter((permission) => isGranted(caller, permission))
}

function isGranted(caller: Standing, permission: string): boolean {
  const verb = served.exec(permission)?.[1]
  if (verb === undefined) return false
  if (reading.test(verb)) return true
  if (fixed.test(permission)) return false
  if (caller.kind === 'operator') return hasRole(caller.role, editing.test(permission) ? 'editor' : 'owner')
  const scope = scoped.find(([pattern]) => pattern.test(permission))?.[1]
  return caller.key === undefined || scope === undefined || (caller.scopes ?? []).includes(scope)
}
