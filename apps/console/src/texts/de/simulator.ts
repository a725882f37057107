import type { simulatorTexts } from '../en/simulator.ts'

export const simulator: typeof simulatorTexts = {
  title: 'Ausprobieren',
  method: 'Methode',
  path: {
    documents: 'Pfad des Dokuments',
    files: 'Pfad der Datei',
    list: 'Pfad der Sammlung, oder **/ und ihre Kennung',
  },
  as: 'Als',
  nobody: 'Niemand',
  user: 'Benutzer',
  uid: 'Benutzerkennung',
  claims: 'Claims (JSON)',
  claimsHelp: 'Was das ID-Token sagt, etwa {"admin": true}.',
  before: { documents: 'Dokument vorher', files: 'Metadaten vorher (JSON)' },
  after: { documents: 'Dokument nachher', files: 'Metadaten nachher (JSON)' },
  documentHelp: 'JSON, wie unter Daten. Leer: Es gibt kein Dokument.',
  fileHelp: 'Etwa {"size": 1024, "contentType": "image/png"}. Leer: Es gibt keine Datei.',
  filters: 'Bedingungen der Abfrage',
  filtersHelp: 'Eine je Zeile, etwa owner == "ada".',
  orderBy: 'Sortierung',
  orderByHelp: 'Etwa created desc, name.',
  limit: 'Grenze',
  time: 'Zeit der Anfrage',
  timeHelp: 'Etwa 2026-11-21T10:00:00Z. Leer: jetzt.',
  others: 'Andere Dokumente',
  othersHelp:
    'Etwa {"users/ada": {"role": "editor"}, "bans/ada": null}. Was hier nicht genannt ist, wird aus der Datenbank gelesen.',
  further: 'Zeit und andere Dokumente',
  load: 'Aus der Datenbank laden',
  loadFailed: 'Das Dokument ließ sich nicht laden.',
  notThere: 'Dieses Dokument gibt es nicht.',
  run: 'Ausprobieren',
  hasErrors: 'Die Regeln haben Fehler. Beheben Sie sie zuerst.',
  failed: 'Ein Dokument, nach dem die Regeln fragen, ließ sich nicht lesen.',
  allowed: 'Erlaubt',
  denied: 'Abgelehnt',
  allowedBy: (line) => `Zeile ${line} gewährt es.`,
  deniedBy: (line) => `Nichts gewährt es. Das letzte Wort hat Zeile ${line}.`,
  nothingCovers: 'Kein allow erfasst diese Methode unter diesem Pfad.',
  nothingBefore: {
    documents: (path, line, expression) =>
      `Das Dokument ${path} gibt es vor einem create nicht: resource ist null, und Zeile ${line} fragt nach ${expression}. Was geschrieben wird, ist request.resource.`,
    files: (path, line, expression) =>
      `Die Datei ${path} gibt es vor einem create nicht: resource ist null, und Zeile ${line} fragt nach ${expression}. Was geschrieben wird, ist request.resource.`,
  },
  nothingThere: {
    documents: (path, line, expression) =>
      `Das Dokument ${path} gibt es nicht: resource ist null, und Zeile ${line} fragt nach ${expression}.`,
    files: (path, line, expression) =>
      `Die Datei ${path} gibt es nicht: resource ist null, und Zeile ${line} fragt nach ${expression}.`,
  },
  nothingAfter: {
    documents: (path, line, expression) =>
      `Das Dokument ${path} gibt es nach einem delete nicht: request.resource ist null, und Zeile ${line} fragt nach ${expression}.`,
    files: (path, line, expression) =>
      `Die Datei ${path} gibt es nach einem delete nicht: request.resource ist null, und Zeile ${line} fragt nach ${expression}.`,
  },
  nobodyThere: (line, expression) =>
    `Niemand ist angemeldet: request.auth ist null, und Zeile ${line} fragt nach ${expression}.`,
  nothingFound: (path, line) => `Das Dokument ${path} gibt es nicht, und Zeile ${line} schlägt es nach.`,
  outdated: 'Die Regeln haben sich seitdem geändert.',
  otherQuestion: 'Die Frage hat sich seitdem geändert: Das ist die Antwort auf die vorige.',
  goToLine: (line) => `Zu Zeile ${line}`,
  always: 'ohne Bedingung',
  cutShort: 'gekürzt',
  deciding: 'entscheidet',
  evaluation: 'Was ausgewertet wurde',
  read: (paths) => `Gelesen, wie sie jetzt sind: ${paths}`,
  noDocumentPath: 'Ein Dokument hat eine gerade Zahl von Teilen, etwa orders/8Kd2.',
  noCollectionPath: 'Eine Sammlung hat eine ungerade Zahl von Teilen, etwa orders.',
  noFilePath: 'Nennen Sie eine Datei, etwa photos/1.png.',
  noJson: 'Das ist kein JSON-Objekt.',
  noCondition: (line) => `Das ist keine Bedingung: ${line}`,
  noOrder: (text) => `Das ist keine Sortierung: ${text}`,
  noTime: 'Das ist keine Zeit mit Zeitzone, etwa 2026-11-21T10:00:00Z.',
  noOther: (path) => `${path} ist kein Pfad eines Dokuments oder hat keine Felder.`,
  noUid: 'Wessen Anfrage ist es? Schreiben Sie eine Benutzerkennung, oder wählen Sie Niemand.',
  noLimit: 'Eine Grenze ist eine ganze Zahl ab 1.',
  noOperation:
    'Schreiben Sie den Wert, den das Feld danach hat; von den Operationen lässt sich nur die Serverzeit ausprobieren.',
  noSuchPlace: (path) => `Unter ${path} kann kein Dokument dieser Datenbank sein.`,
  openedRequest: (what, when) => `Anfrage vom ${when}: ${what}`,
  closeRequest: 'Anfrage schließen',
  fillInWhatIsNotKept: (parts) =>
    `Von dieser Anfrage nicht aufbewahrt: ${parts}. Füllen Sie das vor dem Ausprobieren aus.`,
  problemAt: (line, column, problem) => `Zeile ${line}, Spalte ${column}: ${problem}`,
}
