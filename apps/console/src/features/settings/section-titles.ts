import { appsTexts } from '../../texts/en/apps.ts'
import { backupsTexts } from '../../texts/en/backups.ts'
import { indexesTexts } from '../../texts/en/indexes.ts'
import { membersTexts } from '../../texts/en/members.ts'
import { settingsTexts } from '../../texts/en/settings.ts'
import type { SettingsSection } from './settings-section.ts'

export const sectionTitles: Readonly<Record<SettingsSection, string>> = {
  general: settingsTexts.general,
  members: membersTexts.section,
  apps: appsTexts.section,
  indexes: indexesTexts.section,
  'sign-in': settingsTexts.signIn,
  mails: settingsTexts.mails,
  webhooks: settingsTexts.webhooks,
  analytics: settingsTexts.analytics,
  backups: backupsTexts.section,
  audit: settingsTexts.audit,
}
