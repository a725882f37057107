import { inLanguage } from '../speak.ts'

/** Texts of the command palette. */
export const paletteTexts = inLanguage('palette', {
  title: 'Command palette',
  placeholder: 'Search, or go to a path',
  pages: 'Pages',
  projects: 'Projects',
  actions: 'Actions',
  recents: 'Opened lately',
  goToPath: 'Go to path',
  goTo: (path: string) => `Go to ${path}`,
  sources: { data: 'Data', users: 'Users', files: 'Files', rules: 'Versions of rules' },
  kinds: {
    collection: 'collection',
    document: 'document',
    file: 'file',
    folder: 'folder',
    rules: 'rules',
    user: 'user',
  },
  allUsers: (text: string) => `All users with “${text}”`,
  retry: {
    data: 'Couldn’t look through the data. Try again',
    users: 'Couldn’t look through the users. Try again',
    files: 'Couldn’t look through the files. Try again',
    rules: 'Couldn’t look through the versions of the rules. Try again',
  },
  searching: 'Searching',
  count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  nothing: (text: string) => `Nothing found for “${text}”.`,
  nothingHelp:
    'Documents are found by their id or path, such as orders/8Kd2, users by any part of their address, name or uid, and files by their name.',
  nothingOutside: 'Inside of a project, its documents, users and files are found here, too.',
  keys: 'Keys',
  keyMove: 'move',
  keyOpen: 'open',
  keyClose: 'close',
  language: 'Language',
  accountWords: 'profile password sessions preferences language',
  copyAddress: 'Copy the address of this page',
  addressCopied: 'Address copied',
  addressNotCopied: 'The browser doesn’t let this page copy. Copy the address from its bar.',
})
