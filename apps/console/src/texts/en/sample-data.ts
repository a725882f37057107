import { inLanguage } from '../in-language.ts'

/** Texts of sample data: a small shop for a project without documents. */
export const sampleDataTexts = inLanguage('sample-data', {
  add: 'Load sample data',
  added: (count: number) => `Added a small shop of ${count} documents`,
  failed: 'No sample data was added.',
  notice: 'This project holds sample data, so that there is something to look at.',
  remove: 'Remove sample data',
  removed: (count: number) => (count === 1 ? 'Removed 1 sample document' : `Removed ${count} sample documents`),
  failedRemoval: 'The sample data is still there.',
})
