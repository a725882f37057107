import { inLanguage } from '../speak.ts'

/** Texts of the settings of a project's analytics. */
export const analyticsSettingsTexts = inLanguage('analytics-settings', {
  title: 'Analytics',
  help: 'Single events, funnels and who came back reach back this far. The sums by day stay.',
  months: 'Keep for',
  monthsOf: (count: number) => (count === 1 ? '1 month' : `${count} months`),
  save: 'Save',
  saved: 'Saved',
  shorterTitle: 'Keep events for a shorter time?',
  shorterText: (months: string) =>
    `Events older than ${months} are deleted, and can’t be had back. The sums by day stay.`,
  shorterButton: 'Keep for less',
  failed: 'Couldn’t read how long events are kept',
  ownersOnly: 'Owners of the project can change this.',
})
