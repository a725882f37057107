import type { analyticsSettingsTexts } from '../en/analytics-settings.ts'

export const analyticsSettings: typeof analyticsSettingsTexts = {
  title: 'Analysen',
  help: 'Einzelne Ereignisse, Trichter und Wiederkehr reichen so weit zurück. Die Tagessummen bleiben.',
  months: 'Aufbewahren für',
  monthsOf: (count) => (count === 1 ? '1 Monat' : `${count} Monate`),
  save: 'Speichern',
  saved: 'Gespeichert',
  shorterTitle: 'Ereignisse kürzer aufbewahren?',
  shorterText: (months) =>
    `Ereignisse, die älter als ${months} sind, werden gelöscht und lassen sich nicht wiederherstellen. Die Tagessummen bleiben.`,
  shorterButton: 'Kürzer aufbewahren',
  failed: 'Die Aufbewahrungsdauer ließ sich nicht lesen',
  ownersOnly: 'Eigentümer des Projekts können das ändern.',
}
