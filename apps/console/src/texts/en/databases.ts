import { inLanguage } from '../in-language.ts'

/** Texts about the databases of a project. */
export const databasesTexts = inLanguage('databases', {
  title: 'Databases',
  switch: (id: string) => `Database ${id}. Switch to another`,
  manage: 'All databases',
  failed: 'Couldn’t list the databases.',
  more: (count: number) => `And ${count} more. The address leads to each, as ?database=orders.`,
  help: 'Each database has its own documents, rules and indexes. An app opens one by its name, as in getFirestore(app, "orders"), and the default one without.',
  ownersOnly: 'Owners of the project create and delete databases.',
  protected: 'Protected',
  protect: (id: string) => `Protect ${id} from deletion`,
  unprotect: (id: string) => `Allow the deletion of ${id}`,
  madeAt: 'created',
  create: 'Create database',
  newId: 'Id of a new database',
  newHelp:
    'It has to be here before an app writes to it. Until it has rules of its own it is closed to apps, whatever the rules of the others say.',
  newHelpInDev:
    'Under “hearth dev” a database also comes about when an app first asks for it. It never goes by the rules of another database: without its own it is closed as soon as the default one has rules.',
  badId:
    'An id has 4 to 63 small letters, digits and hyphens, starts with a letter, ends with a letter or digit, and does not look like a UUID.',
  taken: 'There is a database with this id, or one that is still being deleted.',
  created: (id: string) => `Created ${id}`,
  delete: (id: string) => `Delete ${id}`,
  deleteTitle: (id: string) => `Delete the database ${id}?`,
  deleteText:
    'All of its documents and indexes go, with their history. Apps that use it get “not found” from now on. Rules that were published for this id stay, and hold again if a database of the same id is created. This can’t be taken back.',
  typeId: (id: string) => `Type ${id} to confirm`,
  wrongId: (id: string) => `That is not ${id}.`,
  deleted: (id: string) => `Deleted ${id}. Its documents go in the background.`,
  missing: (id: string) => `There is no database ${id}`,
  missingHelp: 'It was deleted, or nobody created it yet. Owners of the project create one.',
  missingHelpInDev:
    'It was deleted, or no app asked for it yet. It comes about when one does, or when an owner creates it.',
})
