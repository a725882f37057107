import { inLanguage } from '../in-language.ts'

/** Texts of changes that waited in the page, or were on their way, and never got to the server. */
export const lostTexts = inLanguage('lost-changes', {
  title: (count: number) =>
    count === 1 ? '1 change was not saved, and is kept here' : `${count} changes were not saved, and are kept here`,
  operations: {
    create: (place: string) => `New document ${place}:`,
    update: (place: string) => `Change of ${place}:`,
    delete: (place: string) => `Deletion of ${place}:`,
  },
  why: {
    closed: (project: string) => `you don’t belong to ${project} any more, or it is gone.`,
    refused: (project: string) => `the server of ${project} refused it.`,
    left: (project: string) => `it was still on its way to ${project} when you left it, and was not saved.`,
  },
  more: (count: number) => (count === 1 ? '1 more is in the file.' : `${count} more are in the file.`),
  save: 'Save as a file',
  discard: 'Discard',
  discardTitle: (count: number) => (count === 1 ? 'Discard 1 change?' : `Discard ${count} changes?`),
  discardText: 'This tab has the only copy, and loses it when it is closed. Save it as a file first if you need it.',
})
