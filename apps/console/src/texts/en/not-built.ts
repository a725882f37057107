/** Texts of the places that have nothing in them yet. */
export const notBuiltTexts = {
  settings: 'Here you will keep members and roles, sign-in methods, apps and keys, mail and backups.',
  settingsMeanwhile:
    'Until then a project has its owner, sign-in by e-mail and password, and one web app, whose values are on the overview.',
} as const
