import { type DatabaseSearch, readDatabaseSearch } from '../../databases/database-search.ts'

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
  'audit',
] as const
export type SettingsSection = (typeof settingsSections)[number]

/** Parts of what entries of the audit log name, whatever the case. */
export interface AuditSearch {
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

function readAuditSearch({ actor, action, target }: Record<string, unknown>): AuditSearch {
  return { actor: textOf(actor), action: textOf(action), target: textOf(target) }
}

/** The router reads a bare number as one. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text : undefined
}
