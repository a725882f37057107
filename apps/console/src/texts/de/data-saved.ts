import type { savedTexts } from '../en/data-saved.ts'

export const dataSaved: typeof savedTexts = {
  title: 'Gespeicherte Abfragen',
  none: 'Noch keine. Speichern Sie diese, um auf sie zurückzukommen und sie mit Ihrem Team zu teilen.',
  failed: 'Die gespeicherten Abfragen ließen sich nicht lesen.',
  save: 'Diese Abfrage speichern',
  name: 'Name',
  badName: 'Ein Name hat 1 bis 80 Zeichen.',
  saved: (name) => `${name} gespeichert`,
  couldNotSave: (why) => `Nicht gespeichert. ${why}`,
  by: 'mit Ihnen geteilt',
  sharedWith: (count) => (count === 1 ? 'mit 1 Mitglied geteilt' : `mit ${count} Mitgliedern geteilt`),
  share: (name) => `${name} teilen`,
  shareTitle: (name) => `${name} teilen`,
  shareHelp: 'Mit wem Sie sie teilen, findet sie hier und kann sie öffnen.',
  noMembers: 'Sonst ist niemand in diesem Projekt. Laden Sie in den Einstellungen Mitglieder ein.',
  failedMembers: 'Die Mitglieder ließen sich nicht auflisten.',
  couldNotShare: (why) => `Nicht geteilt. ${why}`,
  done: 'Fertig',
  delete: (name) => `${name} löschen`,
  deleted: (name) => `${name} gelöscht`,
  couldNotDelete: (why) => `Nicht gelöscht. ${why}`,
}
