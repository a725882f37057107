import type { devicesTexts } from '../en/devices.ts'

export const devices: typeof devicesTexts = {
  title: 'Geräte',
  fact: (count, hasMore) =>
    hasMore
      ? `Die letzten ${count} App-Installationen`
      : count === 1
        ? '1 App-Installation'
        : `${count} App-Installationen`,
  reload: 'Neu laden',
  more: 'Mehr zeigen',
  failed: 'Die Geräte ließen sich nicht auflisten',
  emptyTitle: 'Noch keine Geräte',
  empty:
    'Eine Kopie Ihrer App erscheint hier, sobald sie nach ihrer Installationskennung fragt, wie es Analysen tun. Ein Gerät ist keine Person.',
  noneFit: 'Kein Gerät passt',
  noneFitYet: 'Unter den bisher durchgesehenen passt keines. Es gibt noch mehr.',
  noneFitHelp: 'Vielleicht passt eines mit einer anderen App, einem anderen Benutzer oder zu einer anderen Zeit.',
  clearFilters: 'Filter leeren',
  readOnly: 'Sie können hier lesen. Bearbeiter und Eigentümer können Geräte widerrufen.',
  filters: 'Welche Geräte gezeigt werden',
  all: 'Alle',
  platform: 'Plattform',
  platforms: { web: 'Web', ios: 'iOS', android: 'Android', unknown: 'Unbekannt' },
  app: 'App',
  user: 'Benutzerkennung',
  seen: 'Gesehen',
  seenOptions: {
    day: 'Am letzten Tag',
    week: 'In den letzten 7 Tagen',
    month: 'In den letzten 30 Tagen',
    'not-month': 'Seit 30 Tagen nicht',
    'not-quarter': 'Seit 90 Tagen nicht',
  },
  installation: 'Installationskennung',
  open: (name, fid) => `${name}, Installation ${fid}`,
  unknownDevice: 'Unbekanntes Gerät',
  device: 'Gerät',
  sdk: 'SDK',
  nobody: 'niemand',
  firstSeen: 'Zuerst gesehen',
  lastSeen: 'Zuletzt gesehen',
  detailsTitle: 'Gerät',
  userAgent: 'Wie es sich nennt',
  tokenExpires: 'Token endet',
  tokenOver: (when) => `${when}; beim nächsten Gebrauch holt es ein neues`,
  linkedAt: 'Angemeldet',
  failedDetails: 'Das Gerät ließ sich nicht lesen',
  goneTitle: 'Dieses Gerät ist nicht da',
  gone: 'Es wurde widerrufen, lange nicht gesehen, oder die Adresse ist vertippt.',
  showEvents: 'Seine Ereignisse',
  close: 'Schließen',
  choose: (name) => `${name} auswählen`,
  chooseAll: 'Alle gezeigten auswählen',
  chosen: (count) => `${count} ausgewählt`,
  chooseNone: 'Auswahl aufheben',
  revoke: 'Widerrufen',
  revokeAllOf: 'Alle dieses Benutzers widerrufen',
  revokeTitle: (count) => (count === 1 ? '1 Gerät widerrufen?' : `${count} Geräte widerrufen?`),
  revokeText:
    'Das Token endet sofort, und der Eintrag verschwindet aus dieser Liste. Beim nächsten Gebrauch meldet sich die App mit einer neuen Kennung wieder an. Niemand wird abgemeldet.',
  revokeUserTitle: 'Alle Geräte dieses Benutzers widerrufen?',
  revokeUserText: (uid) =>
    `Jede Installation, bei der ${uid} angemeldet ist, verliert ihr Token und ihren Platz in dieser Liste. Beim nächsten Gebrauch melden sich die Apps neu. Niemand wird abgemeldet.`,
  revokeButton: (count) => (count === 1 ? '1 Gerät widerrufen' : `${count} Geräte widerrufen`),
  revokeUserButton: 'Alle widerrufen',
  revoked: (count) => (count === 1 ? '1 Gerät widerrufen' : `${count} Geräte widerrufen`),
}
