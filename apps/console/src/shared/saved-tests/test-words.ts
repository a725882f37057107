import type { RulesTestCase } from '@hearth/rules'
import { rulesTestsTexts as texts } from '../../texts/en/rules-tests.ts'

/** Within the database or the bucket. */
export function shortPath({ request }: RulesTestCase): string {
  return request.path.replace(/^\/(?:databases\/[^/]+\/documents|b\/[^/]+\/o)\//, '')
}

export function nameOf(test: RulesTestCase): string {
  return test.name ?? `${test.request.method} ${shortPath(test)}`
}

const suggestionMax = 200

/** What a test that nobody has named yet says, such as “ada may not get orders/1”. */
export function suggestedName(test: RulesTestCase, expectation: 'ALLOW' | 'DENY'): string {
  const uid = test.request.auth?.['uid']
  const who = typeof uid === 'string' ? uid : texts.visitors
  const suggestion = texts.suggestion[expectation](who, test.request.method, shortPath(test))
  return suggestion.length > suggestionMax ? `${suggestion.slice(0, suggestionMax - 1)}…` : suggestion
}

export function whoOf({ request }: RulesTestCase): string {
  const uid = request.auth?.['uid']
  return typeof uid === 'string' ? texts.as(uid) : texts.asNobody
}
