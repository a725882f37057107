import { inLanguage } from '../in-language.ts'

/** Texts of the saved queries of the document browser. */
export const savedTexts = inLanguage('data-saved', {
  title: 'Saved queries',
  /** On phones: a part of the title. */
  short: 'Saved',
  none: 'No saved queries yet. Save this one to come back to it, and share it with your team.',
  failed: 'Couldn’t read the saved queries.',
  save: 'Save this query',
  name: 'Name',
  badName: 'A name has 1 to 80 characters.',
  saved: (name: string) => `Saved ${name}`,
  couldNotSave: (why: string) => `Couldn’t save it. ${why}`,
  by: 'shared with you',
  sharedWith: (count: number) => (count === 1 ? 'shared with 1 member' : `shared with ${count} members`),
  share: (name: string) => `Share ${name}`,
  shareTitle: (name: string) => `Share ${name}`,
  shareHelp: 'Those you share it with find it here, and can open it.',
  noMembers: 'Nobody else is in this project. Invite members in the settings.',
  failedMembers: 'Couldn’t list the members.',
  couldNotShare: (why: string) => `Couldn’t share it. ${why}`,
  done: 'Done',
  unlist: (name: string) => `Remove ${name} from my list`,
  unlisted: (name: string) => `${name} is off your list`,
  couldNotUnlist: (why: string) => `Couldn’t take it off your list. ${why}`,
  delete: (name: string) => `Delete ${name}`,
  deleted: (name: string) => `Deleted ${name}`,
  couldNotDelete: (why: string) => `Couldn’t delete it. ${why}`,
})
