import type { appTexts } from '../en/app.ts'

export const app: typeof appTexts = {
  name: 'Hearth',
  opening: 'Die Konsole wird geöffnet',
  notFoundTitle: 'Unter dieser Adresse gibt es keine Seite',
  notFoundText: 'Die Adresse ist vielleicht vertippt, oder was sie zeigte, wurde entfernt.',
  toProjects: 'Zu Ihren Projekten',
  unreachableTitle: 'Der Server ist nicht zu erreichen',
  unreachableText:
    'Unter dieser Adresse antwortet gerade nichts. Alle paar Sekunden wird es von selbst erneut versucht.',
  failedTitle: 'Diese Seite ließ sich nicht zeigen',
  failedText:
    'Nichts Gespeichertes ist verloren. Versuchen Sie es erneut; bleibt es so, helfen die Einzelheiten bei der Suche.',
  loadAgain: 'Neu laden',
  oldPageTitle: 'Der Server wurde inzwischen erneuert',
  oldPageText: 'Diese Seite ist von vorher. Laden Sie sie neu, um weiterzuarbeiten.',
}
