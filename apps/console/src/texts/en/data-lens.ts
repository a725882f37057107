import { inLanguage } from '../in-language.ts'

/** Texts of the schema of a collection. */
export const lensTexts = inLanguage('data-lens', {
  schema: 'Schema',
  titleOf: (collection: string) => `Schema of ${collection}`,
  reading: 'Reading a sample…',
  fromAll: (count: string) => `From all ${count} documents`,
  fromSample: (count: string) => `From a sample of ${count} documents, half from each end`,
  refresh: 'Refresh',
  documents: 'Documents',
  parts: 'Views of the schema',
  partNames: { fields: 'Fields', types: 'TypeScript', rules: 'Rules', relations: 'Relations' },
  failed: 'Couldn’t read a sample',
  nothing: 'No documents, no schema',
  nothingHelp: 'The schema is what documents have in common. It is here with the first one.',
  field: 'Field',
  types: 'Type',
  typeShare: (type: string, share: string) => `${type} ${share}`,
  share: 'Present',
  values: 'Usual values',
  leadsTo: 'Leads to',
  from: 'Collection',
  references: 'References seen',
  relations: 'References between collections',
  relationsHelp: 'From up to 40 documents of each collection.',
  relationsCut: 'Only the first 30 collections are looked through.',
  noRelations: 'No references',
  noRelationsHelp: 'No document of the sample has a field that refers to another document.',
  rulesHelp:
    'Checks what is written against the sample and grants nothing until you say who may. It opens as a draft; only you publish it.',
  openDraft: 'Open as a draft',
  noRoom: 'This browser has no room for the draft. Copy the rules instead.',
})
