import { inLanguage } from '../in-language.ts'

/** Texts of searching in the editors of rules and of JSON; by what the editor calls them. */
export const editorPhrases = inLanguage('editor', {
  Find: 'Find',
  Replace: 'Replace with',
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  'by word': 'Whole words',
  regexp: 'Regular expression',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close the search',
  'current match': 'current match',
  'on line': 'on line',
  'replaced match on line $': 'Replaced the match on line $',
  'replaced $ matches': 'Replaced $ matches',
})
