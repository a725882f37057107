import { auditTexts as texts } from '../../../../texts/en/audit.ts'
import type { NamedAct } from '../../../../shared/activity/act.ts'
import { Copyable } from '../../../../ui/copyable.tsx'
import type { AuditEntry } from '../../../../shared/audit/list-audit.ts'

/** Who it was, by name where there is one. */
export function actorName({ actor: { kind, uid, id }, person }: Pick<AuditEntry, 'actor' | 'person'>): string {
  const fallback = uid ?? id ?? texts.actors[kind] ?? kind
  return person?.email ?? person?.name ?? fallback
}

/** The id that the log has for good. */
export function ActorId({ actor: { uid, id } }: Pick<AuditEntry, 'actor'>) {
  if (uid !== undefined) return <Copyable label={texts.uid} value={uid} />
  return id === undefined ? null : <Copyable label={texts.key} value={id} />
}

/** What was done, with the names that the log's page knows. */
export function namedAct({ action, target, detail = {}, people, users }: AuditEntry): NamedAct {
  const names = Object.fromEntries([
    ...Object.entries(people).map(([id, { name, email = id }]) => [id, name ?? email] as const),
    ...[...users].map(([id, { name }]) => [id, name] as const),
  ])
  return { action, target, detail, names }
}
