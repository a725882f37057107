import type { OperatorRole } from '../../backend/api/operator-session.ts'
import { readTimeSpan, type TimeSpan } from '../../ui/time-span.ts'
import { type DatabaseSearch, readDatabaseSearch } from '../../shared/databases/database-search.ts'

export const settingsSections = [
  'general',
  'members',
  'apps',
  'indexes',
  'sign-in',
  'mails',
  'webhooks',
  'analytics',
  'backups',
  'alerts',
  'audit',
] as const
export type SettingsSection = (typeof settingsSections)[number]

/** They stand together by what they are about. */
export const sectionGroups: readonly {
  readonly id: 'project' | 'people' | 'data'
  readonly sections: readonly SettingsSection[]
}[] = [
  { id: 'project', sections: ['general', 'members', 'apps', 'alerts', 'audit'] },
  { id: 'people', sections: ['sign-in', 'mails', 'webhooks'] },
  { id: 'data', sections: ['indexes', 'analytics', 'backups'] },
]

/** Which of them say nothing to others than owners of the project, or than owners and editors. */
const ownersAlone: ReadonlySet<SettingsSection> = new Set(['webhooks', 'backups', 'audit'])

/** What somebody with a role is offered. The others still answer at their address, with whom to ask. */
export function sectionsFor(role: OperatorRole): readonly SettingsSection[] {
  if (role === 'owner') return settingsSections
  return settingsSections.filter((one) => !ownersAlone.has(one) && (role !== 'viewer' || one !== 'mails'))
}

/** Parts of what entries of the audit log name, whatever the case, and when they were written. */
export interface AuditSearch extends TimeSpan {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly target?: string | undefined
}

export interface SettingsSearch extends DatabaseSearch, AuditSearch {
  /** General, unless told otherwise. */
  readonly section?: SettingsSection
}

export function readSettingsSearch(address: Record<string, unknown>): SettingsSearch {
  const { section } = address
  const known = settingsSections.find((one) => one === section)
  const audit = readAuditSearch(known === 'audit' ? address : {})
  if (known === undefined || known === 'general') return { database: undefined, ...audit }
  return { section: known, database: known === 'indexes' ? readDatabaseSearch(address).database : undefined, ...audit }
}

function readAuditSearch(address: Record<string, unknown>): AuditSearch {
  const { actor, action, target } = address
  return { actor: textOf(actor), action: textOf(action), target: textOf(target), ...readTimeSpan(address) }
}

/** The router reads a bare number as one. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text : undefined
}
