import type { auditTexts } from '../en/audit.ts'

const actors: Readonly<Record<string, string>> = {
  visitor: 'ein Besucher',
  server: 'der Server',
  'service-key': 'ein Dienstschlüssel',
  person: 'eine Person',
}

export const audit: typeof auditTexts = {
  title: 'Prüfprotokoll',
  text: 'Was an diesem Projekt geändert wurde und von wem, durch Hashes verkettet: „hearth audit verify“ prüft, dass nichts verändert oder entfernt wurde.',
  failed: 'Das Prüfprotokoll ließ sich nicht lesen',
  ownersOnly: 'Eigentümer des Projekts lesen sein Prüfprotokoll.',
  empty: 'Noch nichts',
  emptyText: 'Änderungen an Benutzern, Regeln, Schlüsseln und Einstellungen erscheinen hier.',
  list: 'Einträge des Prüfprotokolls',
  number: 'Nr.',
  time: 'Zeit',
  actor: 'Wer',
  action: 'Was',
  target: 'Woran',
  address: 'Von',
  requestId: 'Anfragenummer',
  more: 'Mehr zeigen',
  actors,
  uid: 'Benutzerkennung',
  key: 'Schlüsselkennung',
}
