import type { ruleWords as englishWords } from '../en/rule-words.ts'

export const ruleWords: typeof englishWords = {
  reasons: {
    'The condition is false.': 'Die Bedingung ist falsch.',
    'The condition has no value.': 'Die Bedingung hat keinen Wert.',
    'No allow covers the request.': 'Kein allow erfasst die Anfrage.',
    'No rules are published.': 'Es sind keine Regeln veröffentlicht.',
    'The rules have errors.': 'Die Regeln haben Fehler.',
    'The condition asks for more of resource.data than a query can promise.':
      'Die Bedingung verlangt von resource.data mehr, als eine Abfrage zusichern kann.',
  },
  queryNeedsFilter: (field) =>
    `Die Abfrage sichert nicht zu, was die Bedingung von resource.data.${field} verlangt: Es braucht einen Filter auf ${field}.`,
  dependsOn: (name) => `Es hängt von ${name} ab, das nicht bekannt ist.`,
  notKnown: 'aus der Abfrage nicht bekannt',
  error: (reason) => `Fehler: ${reason}`,
}
