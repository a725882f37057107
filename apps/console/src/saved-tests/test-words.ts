import type { RulesTestCase } from '@hearth/rules'
import { rulesTestsTexts as texts } from '../texts/en/rules-tests.ts'

/** Within the database or the bucket. */
export function shortPath({ request }: RulesTestCase): string {
  return request.path.replace(/^\/(?:databases\/[^/]+\/documents|b\/[^/]+\/o)\//, '')
}

export function nameOf(test: RulesTestCase): string {
  return test.name ?? `${test.request.method} ${shortPath(test)}`
}

export function whoOf({ request }: RulesTestCase): string {
  const uid = request.auth?.['uid']
  return typeof uid === 'string' ? texts.as(uid) : texts.asNobody
}
