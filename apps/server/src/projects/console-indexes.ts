import type { IndexDeclarations } from '../documents/indexes/declare-indexes.ts'

/**
 * What the console's pages ask of its own project by two fields at once: the newest acts of some people, and the newest of some kinds. Without
 * them whoever changed thousands of documents makes each page read as many acts to find those of others.
 */
export const consoleIndexes: IndexDeclarations = {
  indexes: ['actor', 'action'].map((field) => ({
    database: '(default)',
    collectionId: 'activity',
    isGroup: false,
    fields: [
      { path: [field], kind: 'ascending' },
      { path: ['at'], kind: 'descending' },
    ],
  })),
  overrides: [],
  expiry: [],
}
