import { expect, test } from 'vitest'
import { ask, documentRules, fieldsOf } from '../testing/ask.ts'

const stored = fieldsOf({ a: { kind: 'string', value: 'abc' }, b: { kind: 'string', value: '123' } })

test.each([
  [
    'in variables of functions',
    `function slug(s) { let re = '[a-z]{2,20}'; return s.matches(re); }
     function digits(s) { let re = '[0-9]{2,20}'; return s.matches(re); }`,
    'slug(resource.data.a) && digits(resource.data.b)',
  ],
  [
    'as arguments that are handed on',
    `function fits(s, re) { return s.matches(re); }
     function fitsAll(s, most) { return fits(s, '[a-z0-9]{2,900}') && fits(s, most); }`,
    `fitsAll(resource.data.a, '[a-z]{1,800}') && fitsAll(resource.data.b, '[0-9]{1,700}')`,
  ],
  [
    'as results, choices and sums',
    `function letters() { return '[a-z]'; }
     function many(n) { let least = n > 1 ? '{2,' : '{1,'; return least + '900}'; }`,
    `resource.data.a.matches(letters() + many(1)) && resource.data.a.matches(letters() + many(2))`,
  ],
  [
    'many times over',
    '',
    Array.from({ length: 40 }, (_, i) => `resource.data.a.matches('abc|x{${i + 1},300}')`).join(' && '),
  ],
])('patterns that the source names %s cost no request anything', (_title, functions, condition) => {
  const rules = documentRules(`${functions} match /cases/{id} { allow get: if ${condition}; }`)
  const { isAllowed, refusals } = ask(rules, { before: stored })
  expect(refusals).toEqual([])
  expect(isAllowed).toBe(true)
})

test('what others ask for in between changes no verdict', () => {
  const rules = documentRules(`
    match /cases/{id} {
      allow get: if resource.data.a.matches('[a-z]{2,20}') && resource.data.b.matches('[0-9]{2,20}')
        && resource.data.a.matches('a' + 'b' + resource.data.a[2:3] + '{1,1000}');
    }
    match /search/{q} { allow get: if 'abc'.matches(q); }`)
  const before = ask(rules, { before: stored })
  for (let i = 0; i < 520; i++) ask(rules, { path: `search/q${i}x` })
  const after = ask(rules, { before: stored })
  expect(before.isAllowed).toBe(true)
  expect(after).toEqual(before)
})

test('a pattern that a condition computes counts each time, whether or not it is known from before', () => {
  const twice = "'a'.matches(resource.data.a + '{1,1000}') || 'a'.matches(resource.data.a + '{1,999}')"
  const rules = documentRules(`match /cases/{id} { allow get: if ${twice} || ${twice}; }`)
  const situation = { before: fieldsOf({ a: { kind: 'string', value: 'b' } }) }
  const first = ask(rules, situation)
  expect(first.refusals[0]?.reason).toContain('too large to work with')
  expect(ask(rules, situation)).toEqual(first)
})

test.each(['(((((a{10}){10}){10}b){2}))', '(?i)[Ā-\u{10fffe}]', 'a{999}b{999}c{999}d{999}'])(
  'a pattern of a document that would take long is not compiled: %s',
  (value) => {
    const rules = documentRules(
      "match /cases/{id} { allow get: if 'a'.matches('(' + resource.data.a + ')|a{900}|a'); }",
    )
    const { isAllowed, refusals } = ask(rules, { before: fieldsOf({ a: { kind: 'string', value } }) })
    expect(isAllowed).toBe(false)
    expect(refusals[0]?.reason).toContain('too large to work with')
  },
)
