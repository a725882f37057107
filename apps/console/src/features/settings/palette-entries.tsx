import { Archive, MailPlus, Settings } from 'lucide-react'
import { areaHref } from '../../shared/areas.ts'
import type { PaletteEntries, PaletteLink } from '../../shared/palette/registry.ts'
import { frameTexts } from '../../texts/en/frame.ts'
import { paletteTexts } from '../../texts/en/palette.ts'
import { actQuery } from '../../ui/use-act-in-address.ts'
import { sectionsFor, settingsSections, type SettingsSection } from './settings-section.ts'
import { alertsTexts } from '../../texts/en/alerts.ts'
import { appsTexts } from '../../texts/en/apps.ts'
import { backupsTexts } from '../../texts/en/backups.ts'
import { indexesTexts } from '../../texts/en/indexes.ts'
import { membersTexts } from '../../texts/en/members.ts'
import { settingsTexts } from '../../texts/en/settings.ts'

export const paletteEntries: PaletteEntries = {
  pages: (project, entered) =>
    (entered === undefined ? settingsSections : sectionsFor(entered.role)).map((section): PaletteLink => ({
      id: `settings/${section}`,
      title: `${frameTexts.areas.settings}: ${sectionTitles[section]}`,
      keywords: paletteTexts.sectionWords[section],
      icon: <Settings />,
      isSearchedOnly: true,
      href: `${areaHref(project, 'settings')}${section === 'general' ? '' : `?section=${section}`}`,
    })),
  acts: ({ id, role }) => (role === 'owner' ? actsOfOwners(areaHref(id, 'settings')) : []),
}

function actsOfOwners(settings: string): readonly PaletteLink[] {
  return [
    {
      id: 'act/invite',
      title: paletteTexts.invite,
      icon: <MailPlus />,
      href: `${settings}?section=members&${actQuery('invite')}`,
    },
    {
      id: 'act/back-up',
      title: paletteTexts.backUp,
      keywords: paletteTexts.backUpWords,
      icon: <Archive />,
      href: `${settings}?section=backups&${actQuery('back-up')}`,
    },
  ]
}

const sectionTitles: Readonly<Record<SettingsSection, string>> = {
  general: settingsTexts.general,
  members: membersTexts.section,
  apps: appsTexts.section,
  indexes: indexesTexts.section,
  'sign-in': settingsTexts.signIn,
  mails: settingsTexts.mails,
  webhooks: settingsTexts.webhooks,
  analytics: settingsTexts.analytics,
  backups: backupsTexts.section,
  alerts: alertsTexts.section,
  audit: settingsTexts.audit,
}
