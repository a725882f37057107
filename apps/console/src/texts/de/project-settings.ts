import type { projectSettingsTexts } from '../en/project-settings.ts'

export const projectSettings: typeof projectSettingsTexts = {
  icon: 'Symbol',
  iconHelp: 'Neben dem Namen des Projekts. PNG, JPEG, WebP, GIF oder AVIF, höchstens 5 MiB.',
  chooseIcon: 'Symbol wählen',
  changeIcon: 'Symbol ändern',
  removeIcon: 'Symbol entfernen',
  iconSaved: 'Symbol gespeichert',
  iconRemoved: 'Symbol entfernt',
  uploading: 'Das Symbol wird hochgeladen',
  cancel: 'Abbrechen',
  iconEmpty: 'Diese Datei ist leer.',
  iconNoPicture: 'Das ist kein Bild als PNG, JPEG, WebP, GIF oder AVIF, was auch immer sein Name sagt.',
  iconTooLarge: (size) => `Diese Datei hat ${size}. Ein Symbol hat höchstens 5 MiB.`,
  publicFiles: {
    title: 'Öffentliche Dateien',
    help: 'Programme und Bearbeiter können einzelne Dateien als öffentlich markieren: Alle lesen sie unter ihrer öffentlichen Adresse, ohne Link und ohne Konto.',
    allow: 'Öffentliche Dateien erlauben',
    ownersOnly: 'Das entscheiden Eigentümer des Projekts.',
    turnedOn: 'Dateien können jetzt öffentlich sein',
    turnedOff: 'Keine Datei ist mehr öffentlich',
    failed: 'Ob Dateien öffentlich sein dürfen, ließ sich nicht lesen',
  },
  danger: 'Gefahrenzone',
  deleteText:
    'Das Projekt ist für alle geschlossen, und seine Apps funktionieren nicht mehr. Nach sieben Tagen geht alles endgültig.',
  deleteOfDev:
    'Unter „hearth dev“ kommt ein Projekt mit seinem ersten Gebrauch, es lässt sich also nicht löschen. Starten Sie stattdessen mit einem anderen Datenordner.',
  deleteOfConsole: 'Das ist das Projekt der Konsole selbst. Es lässt sich nicht löschen.',
  deleteProject: 'Projekt löschen',
  deleteTitle: (project) => `${project} löschen?`,
  deleteItems: [
    'Jeder Benutzer mit jeder Sitzung',
    'Jedes Dokument mit seinem Verlauf, jede Datei',
    'Regeln, Einstellungen, Analysen, Schlüssel und Apps',
    'Jede Sicherung des Projekts',
    'Was die Mitglieder in dieser Konsole dafür gespeichert haben',
  ],
  deleteGone:
    'Sieben Tage lang lässt es sich aus der Liste der Projekte wiederherstellen. Dann geht all das endgültig, und die Kennung wird nicht wieder vergeben. Nehmen Sie vorher, was Sie behalten wollen: Benutzer mit Exportieren auf ihrer Seite, Dokumente mit „Die Datenbank exportieren“ unter Daten oder mit „hearth documents export“, den ganzen Server mit „hearth backup“.',
  deleteTyped: (project) => `Geben Sie ${project} ein, um fortzufahren`,
  deleteTypedWrong: 'Das ist nicht die Kennung des Projekts.',
  deleted: (project) => `${project} gelöscht. Sieben Tage lang lässt es sich hier wiederherstellen.`,
}
