import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ask, documentRules } from '../testing/ask.ts'
import { conditionText } from '../testing/conditions.arbitrary.ts'
import { fieldsArbitrary } from '../testing/fields.arbitrary.ts'
import type { UnknownPart } from './unknown.ts'

test('what is said of a document that nobody knows is so of every document', () => {
  let certain = 0
  const unknown: ReadonlySet<UnknownPart> = new Set(['resource'])
  fc.assert(
    fc.property(conditionText, fc.array(fieldsArbitrary, { minLength: 1, maxLength: 5 }), (condition, documents) => {
      const rules = documentRules(`match /cases/{id} { allow get: if ${condition}; }`)
      const verdict = ask(rules, { uid: 'x', unknown })
      if (verdict.refusals.some(({ isUnknown }) => isUnknown)) return
      certain++
      for (const before of documents) {
        expect(ask(rules, { uid: 'x', before }).isAllowed, condition).toBe(verdict.isAllowed)
      }
    }),
    { numRuns: 5_000 },
  )
  expect(certain).toBeGreaterThan(500)
})

const auth: ReadonlySet<UnknownPart> = new Set(['request.auth'])
const token: ReadonlySet<UnknownPart> = new Set(['request.auth.token'])
const written: ReadonlySet<UnknownPart> = new Set(['request.resource'])

test.each<[string, ReadonlySet<UnknownPart>, 'allowed' | 'denied' | 'unknown']>([
  ['request.auth != null', auth, 'unknown'],
  ['request.auth != null', token, 'allowed'],
  ['request.auth == null', token, 'denied'],
  ["request.auth.uid == 'ada'", token, 'allowed'],
  ["request['auth']['uid'] == 'eve'", token, 'denied'],
  ['request.auth.token.admin == true', token, 'unknown'],
  ["'token' in request.auth && 'resource' in request", written, 'allowed'],
  ["'query' in request", written, 'denied'],
  ['request is map && request.method == "get"', written, 'allowed'],
  ['request.keys().size() == 4', written, 'unknown'],
  ['request.resource.data.n == 1 || request.auth.uid == "ada"', written, 'allowed'],
  ['request.resource.data.n == 1 && request.auth.uid == "eve"', written, 'denied'],
  ['request.auth.missing == 1 || request.resource.data.n == 1', written, 'unknown'],
  ['!(request.auth.missing == 1 && request.resource.data.n == 1)', written, 'unknown'],
  ['request.auth.missing == 1 && request.auth.uid == "ada"', written, 'denied'],
  ['mine(request.resource)', written, 'unknown'],
  ['anyone(request.resource)', written, 'allowed'],
])('%s without %o is %s', (condition, unknown, expected) => {
  const rules = documentRules(`
    function mine(it) { return it.data.owner == request.auth.uid; }
    function anyone(it) { return request.auth.uid == 'ada'; }
    match /cases/{id} { allow get: if ${condition}; }`)
  const { isAllowed, refusals } = ask(rules, { uid: 'ada', before: new Map(), unknown })
  const said = isAllowed ? 'allowed' : refusals.some(({ isUnknown }) => isUnknown) ? 'unknown' : 'denied'
  expect(said).toBe(expected)
})
