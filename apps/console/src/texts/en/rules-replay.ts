import { inLanguage } from '../in-language.ts'

/** Texts about what past requests would have got under other rules. */
export const rulesReplayTexts = inLanguage('rules-replay', {
  title: 'Past requests',
  intro: 'What would the latest requests, at most 1,000, have got under the rules in the editor?',
  start: 'Ask',
  again: 'Ask again',
  stop: 'Stop',
  hasErrors: 'The rules have errors. Mend them first.',
  progress: 'Requests asked about',
  running: (asked: number) => `${asked.toLocaleString('en')} asked …`,
  outdated: 'The rules changed since.',
  failed: 'Couldn’t ask about past requests.',
  none: 'No requests are kept yet that rules are asked about.',
  asked: (count: number) => (count === 1 ? '1 request asked' : `${count.toLocaleString('en')} requests asked`),
  stopped: (count: number) => `Stopped after ${count.toLocaleString('en')}`,
  same: 'same as now',
  denied: 'newly denied',
  allowed: 'newly allowed',
  unknown: 'not judged',
  unknownWhy:
    'Not judged: the verdict depends on what is not kept, such as what a refused write held or a document older than its history.',
  nothingChanges: 'Every request that can be judged gets what it gets now.',
  changes: 'Requests with another verdict',
  unknownList: 'Requests that can’t be judged',
  wouldBe: { allowed: 'would be allowed', denied: 'would be denied', unknown: 'not judged' },
  open: 'Open',
  openRequest: (what: string) => `Open the request ${what} in a new tab`,
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  visitor: 'nobody signed in',
})
