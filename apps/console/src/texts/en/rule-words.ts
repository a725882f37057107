import { inLanguage } from '../in-language.ts'

/** What rules say of a request, in the words of the page. */
export const ruleWords = inLanguage('rule-words', {
  /** By what the server says. */
  reasons: {
    'The condition is false.': 'The condition is false.',
    'The condition has no value.': 'The condition has no value.',
    'No allow covers the request.': 'No allow covers the request.',
    'No rules are published.': 'No rules are published.',
    'The rules have errors.': 'The rules have errors.',
    'The condition asks for more of resource.data than a query can promise.':
      'The condition asks for more of resource.data than a query can promise.',
  },
  queryNeedsFilter: (field: string) =>
    `The query does not promise what the condition asks of resource.data.${field}: it needs a filter on ${field}.`,
  dependsOn: (name: string) => `It depends on ${name}, which is not known.`,
  notKnown: 'not known from the query',
  error: (reason: string) => `error: ${reason}`,
})
