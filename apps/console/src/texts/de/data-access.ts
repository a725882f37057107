import type { accessTexts } from '../en/data-access.ts'

export const dataAccess: typeof accessTexts = {
  tab: 'Zugriff',
  help: 'Was die veröffentlichten Regeln zu diesem Dokument sagen, wie es jetzt ist. Teammitglieder und Dienstschlüssel werden nicht geprüft: Für sie gilt ihre Rolle.',
  visitor: 'Niemand angemeldet',
  user: (uid) => `Angemeldet als ${uid}`,
  uid: 'Benutzerkennung',
  uidHelp: 'Oder ein Teil einer Adresse oder eines Namens; dann wählen Sie, wessen sie ist.',
  claims: 'Claims',
  claimsHelp: 'Was das ID-Token über den Benutzer hinaus sagt, etwa {"admin": true}',
  ask: 'Als dieser Benutzer prüfen',
  noUid: 'Eine Benutzerkennung fehlt.',
  badClaims: 'Claims sind ein JSON-Objekt, etwa {"admin": true}.',
  failed: 'Die Regeln ließen sich nicht befragen',
  nothingPublished:
    'Es sind keine Regeln veröffentlicht: Außer dem Team und Dienstschlüsseln kommt niemand hinein, es sei denn unter „hearth dev“.',
  methods: {
    get: 'Lesen',
    list: 'Auflisten',
    create: 'Anlegen',
    update: 'Ändern',
    delete: 'Löschen',
  },
  allowed: 'erlaubt',
  denied: 'abgelehnt',
  line: (line) => `Zeile ${line}`,
  notAllowedBy: (pattern, method) => `Der Block match ${pattern} erlaubt ${method} nicht.`,
  nothingCovers: 'Kein match-Block gilt für dieses Dokument.',
}
