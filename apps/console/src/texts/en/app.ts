import { inLanguage } from '../in-language.ts'

/** Texts of the application around its pages. */
export const appTexts = inLanguage('app', {
  name: 'Hearth',
  opening: 'Opening the console',
  slowTitle: 'Opening takes longer than it should',
  slowText:
    'Either the server answers slowly, or this browser’s storage doesn’t answer, as happens after a tab or the browser was ended by force. It goes on by itself as soon as it can.',
  openWithoutStored: 'Open without stored data',
  openWithoutStoredHelp:
    'Without stored data you sign in again, for this tab alone. What is stored stays in this browser.',
  notFoundTitle: 'There is no page at this address',
  notFoundText: 'The address may be mistyped, or what it showed was removed.',
  toProjects: 'Go to your projects',
  unreachableTitle: 'Can’t reach the server',
  unreachableText: 'Nothing answers at this address right now. It is tried again by itself every few seconds.',
  failedTitle: 'This page failed to show',
  failedText: 'Nothing you saved is lost. Try again; if it stays this way, the details help whoever looks into it.',
  loadAgain: 'Refresh',
  oldPageTitle: 'The server was upgraded meanwhile',
  oldPageText: 'This page is from before the upgrade. Load it again to go on.',
})
