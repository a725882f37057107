/** Texts of the places that have nothing in them yet. */
export const notBuiltTexts = {
  requests:
    'Here you will see each request as it comes: who asked, whether it was allowed, and which rule line decided.',
  requestsMeanwhile:
    'Until then the server’s log has one line for each request, with the request id that every error shows.',
  settings: 'Here you will keep members and roles, sign-in methods, apps and keys, mail and backups.',
  settingsMeanwhile:
    'Until then a project has its owner, sign-in by e-mail and password, and one web app, whose values are on the overview.',
} as const
