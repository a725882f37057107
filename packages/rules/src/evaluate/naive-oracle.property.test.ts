import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ask, documentRules } from '../testing/ask.ts'
import { conditionText } from '../testing/conditions.arbitrary.ts'
import { fieldsArbitrary } from '../testing/fields.arbitrary.ts'
import { isGrantedNaively } from '../testing/naive-evaluator.ts'
import { parseRules } from '../syntax/parse.ts'

test('grants what a naive reading of the language grants, and nothing else', () => {
  let granted = 0
  fc.assert(
    fc.property(conditionText, fc.array(fieldsArbitrary, { minLength: 1, maxLength: 4 }), (condition, documents) => {
      const content = `match /cases/{id} { allow get: if ${condition}; }`
      const rules = documentRules(content)
      const parsed = parseRules(`service cloud.firestore { ${content} }`)
      const expression = parsed.file.services[0]?.matches[0]?.allows[0]?.condition
      if (expression === undefined) throw new Error(condition)
      for (const before of documents) {
        const { isAllowed } = ask(rules, { uid: 'x', before })
        if (isAllowed) granted++
        expect(isAllowed, condition).toBe(isGrantedNaively(expression, before, 'x'))
      }
    }),
    { numRuns: 10_000 },
  )
  expect(granted).toBeGreaterThan(1_000)
})
