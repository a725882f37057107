import type { auditTexts } from '../en/audit.ts'

const actors: Readonly<Record<string, string>> = {
  visitor: 'ein Besucher',
  server: 'der Server',
  'service-key': 'ein Dienstschlüssel',
  person: 'eine Person',
}

const details: Readonly<Record<string, string>> = {
  change: 'Änderung',
  settings: 'Einstellungen',
  link: 'Art des Links',
  given: 'Der Link ging',
  fields: 'Felder der Anfrage',
  users: 'Benutzer',
  name: 'Name',
  reason: 'Grund',
  repeats: 'Anzahl',
  state: 'Stand',
  database: 'Datenbank',
  through: 'Wie viele',
  refused: 'Abgelehnt',
}

export const audit: typeof auditTexts = {
  title: 'Prüfprotokoll',
  text: 'Was an diesem Projekt geändert wurde und von wem, durch Hashes verkettet: „hearth audit verify“ prüft, dass nichts verändert oder entfernt wurde.',
  failed: 'Das Prüfprotokoll ließ sich nicht lesen',
  ownersOnly: 'Eigentümer des Projekts lesen sein Prüfprotokoll.',
  empty: 'Noch nichts',
  emptyText: 'Änderungen an Benutzern, Regeln, Schlüsseln und Einstellungen erscheinen hier.',
  noneFound: 'Nichts gefunden',
  noneFoundText: 'Kein Eintrag enthält alle diese Texte.',
  noneFoundYet: 'Keiner der neuesten Einträge enthält alle diese Texte. „Mehr zeigen“ sucht weiter zurück.',
  list: 'Einträge des Prüfprotokolls',
  filters: 'Prüfprotokoll filtern',
  filterHelp: {
    actor: 'Teil einer Adresse, eines Namens oder einer Kennung',
    action: 'Etwa users, password oder sign-in',
    target: 'Teil einer Adresse, eines Namens, einer Kennung oder eines Pfads',
  },
  entry: (number) => `Eintrag ${number}`,
  time: 'Zeit',
  times: 'Wie oft',
  timesWithinAnHour: (times) => `${times}-mal binnen einer Stunde; dies ist der letzte`,
  actor: 'Wer',
  action: 'Was',
  target: 'Woran',
  details,
  address: 'Von',
  requestId: 'Anfragenummer',
  hash: 'Hash',
  more: 'Mehr zeigen',
  actors,
  allCollections: 'alle Sammlungen',
  uid: 'Benutzerkennung',
  key: 'Schlüsselkennung',
}
