import type { lostTexts } from '../en/lost-changes.ts'

export const lostChanges: typeof lostTexts = {
  title: (count) =>
    count === 1
      ? '1 Änderung wurde nicht gespeichert und ist hier aufbewahrt'
      : `${count} Änderungen wurden nicht gespeichert und sind hier aufbewahrt`,
  operations: {
    create: (place) => `Neues Dokument ${place}:`,
    update: (place) => `Änderung von ${place}:`,
    delete: (place) => `Löschung von ${place}:`,
  },
  why: {
    closed: (project) => `Sie gehören nicht mehr zu ${project}, oder es ist nicht mehr da.`,
    refused: (project) => `Der Server von ${project} lehnte es ab.`,
    left: (project) =>
      `Es war noch auf dem Weg zu ${project}, als Sie die Ansicht verließen, und wurde nicht gespeichert.`,
  },
  more: (count) => (count === 1 ? '1 weitere steht in der Datei.' : `${count} weitere stehen in der Datei.`),
  save: 'Als Datei sichern',
  discard: 'Verwerfen',
  discardTitle: (count) => (count === 1 ? '1 Änderung verwerfen?' : `${count} Änderungen verwerfen?`),
  discardText:
    'Dieser Tab hat das einzige Exemplar und verliert es, wenn er geschlossen wird. Sichern Sie es vorher als Datei, wenn Sie es brauchen.',
}
