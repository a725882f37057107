import type { LookupResult } from '../evaluate/evaluation.ts'
import { MapValue, type PathValue } from '../values/rule-value.ts'
import { liftResource, type RulesQuestion } from './question.ts'
import type { RulesTestCase } from './test-case.ts'

const emptyMap = new MapValue(new Map())

/**
 * What a test case says of the documents that rules ask for: by its mocks, and of the document that it is about by what is there before
 * and after. `unknown` where it says nothing.
 */
export function toldDocuments(
  { functionMocks = [] }: RulesTestCase,
  question: RulesQuestion,
): (when: 'now' | 'after', path: PathValue) => LookupResult {
  return (when, path) => {
    const names = when === 'now' ? ['get', 'exists'] : ['getAfter', 'existsAfter']
    for (const { function: name, args, result } of functionMocks) {
      const [arg] = args
      const isMocked = arg?.anyValue !== undefined || arg?.exactValue === path.toString()
      if (!names.includes(name.replace('firestore.', '')) || !isMocked) continue
      const { value } = result
      if (result.undefined !== undefined || value === false || value === null) return { document: undefined }
      const isMap = typeof value === 'object' && !Array.isArray(value)
      return { document: (isMap && liftResource(path.segments, value as Record<string, unknown>)) || emptyMap }
    }
    return question.kind === 'one' ? ownDocument(question.request, when, path) : 'unknown'
  }
}

type OneRequest = Extract<RulesQuestion, { kind: 'one' }>['request']

function ownDocument(request: OneRequest, when: 'now' | 'after', path: PathValue): LookupResult {
  if (request.path.join('/') !== path.segments.join('/')) return 'unknown'
  const isRead = request.method === 'get' || request.method === 'list'
  return { document: (when === 'now' || isRead ? request.resource : request.newResource) ?? undefined }
}
