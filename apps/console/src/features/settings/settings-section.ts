export const settingsSections = [
  'general',
  'members',
  'apps',
  'indexes',
  'sign-in',
  'mails',
  'webhooks',
  'analytics',
  'audit',
] as const
export type SettingsSection = (typeof settingsSections)[number]

export interface SettingsSearch {
  /** General, unless told otherwise. */
  readonly section?: SettingsSection
}

export function readSettingsSearch({ section }: Record<string, unknown>): SettingsSearch {
  const known = settingsSections.find((one) => one === section)
  return known === undefined || known === 'general' ? {} : { section: known }
}
