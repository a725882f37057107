import { inLanguage } from '../in-language.ts'

/** Texts of a project's icon and of its end, in its settings. */
export const projectSettingsTexts = inLanguage('project-settings', {
  icon: 'Icon',
  iconHelp: 'Beside the project’s name. PNG, JPEG, WebP, GIF or AVIF, at most 5 MiB.',
  chooseIcon: 'Choose icon',
  changeIcon: 'Change icon',
  removeIcon: 'Remove icon',
  iconSaved: 'Icon saved',
  iconRemoved: 'Icon removed',
  uploading: 'Uploading the icon',
  cancel: 'Cancel',
  iconEmpty: 'This file is empty.',
  iconNoPicture: 'This is not a PNG, JPEG, WebP, GIF or AVIF picture, whatever its name says.',
  iconTooLarge: (size: string) => `This file has ${size}. An icon has at most 5 MiB.`,
  publicFiles: {
    title: 'Public files',
    help: 'Programs and editors may mark single files as public: everybody reads those at their public address, without a link or an account.',
    allow: 'Allow public files',
    ownersOnly: 'Owners of the project decide this.',
    turnedOn: 'Files may be public now',
    turnedOff: 'No file is public any more',
    failed: 'Couldn’t read whether files may be public',
  },
  bucketNames: {
    title: 'Names of the bucket',
    help: 'The storageBucket that apps are configured with, where it is another than PROJECT.firebasestorage.app or PROJECT.appspot.com.',
    none: 'None besides those of the project’s id.',
    field: 'Bucket name',
    fieldHelp:
      'Such as files.example.com or an older app’s name.appspot.com. Links and public addresses need one with a dot.',
    invalid: 'This can be no bucket’s name: 3 to 222 of a-z, 0-9, “-”, “_” and “.”.',
    exists: 'It is there already.',
    add: 'Add',
    added: (bucket: string) => `Added ${bucket}`,
    remove: (bucket: string) => `Remove ${bucket}`,
    removeTitle: (bucket: string) => `Remove ${bucket}?`,
    removeText: 'Apps that call the bucket so find no files any more. The files stay where they are.',
    removed: (bucket: string) => `Removed ${bucket}`,
    failed: 'Couldn’t read what the bucket is called',
  },
  danger: 'Danger zone',
  deleteText:
    'The project is closed for everybody and its apps stop working. After seven days all of it goes for good.',
  deleteOfDev:
    'Under “hearth dev” a project comes with its first use, so it can’t be deleted. Start with another data folder instead.',
  deleteOfConsole: 'This is the console’s own project. It can’t be deleted.',
  deleteProject: 'Delete project',
  deleteTitle: (project: string) => `Delete ${project}?`,
  deleteItems: [
    'Every user with every session',
    'Every document and its history, every file',
    'Rules, settings, analytics, keys and apps',
    'Every backup of the project',
    'What its members saved in this console for it',
  ],
  deleteGone:
    'For seven days an owner can restore it from the list of projects. Then all of this goes for good, and the id isn’t given again. Take first what you want to keep: users with Export on their screen, documents with “Export the database” on the data screen or “hearth documents export”, the whole server with “hearth backup”.',
  deleteTyped: (project: string) => `Type ${project} to go on`,
  deleteTypedWrong: 'This is not the project’s id.',
  deleted: (project: string) => `Deleted ${project}. It can be restored here for seven days.`,
})
