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

export interface SettingsSearch extends DatabaseSearch {
  /** General, unless told otherwise. */
  readonly section?: SettingsSection
}

export function readSettingsSearch(address: Record<string, unknown>): SettingsSearch {
  const { section } = address
  const known = settingsSections.find((one) => one === section)
  if (known === undefined || known === 'general') return { database: undefined }
  return { section: known, database: known === 'indexes' ? readDatabaseSearch(address).database : undefined }
}
