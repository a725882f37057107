import { decodeFields } from '@hearth/model'
import { expect, test } from 'vitest'
import { ask, documentRules } from '../testing/ask.ts'

const vector = (...elements: number[]) => ({
  mapValue: {
    fields: {
      __type__: { stringValue: '__vector__' },
      value: { arrayValue: { values: elements.map((doubleValue) => ({ doubleValue })) } },
    },
  },
})
const before = decodeFields({ v: vector(1.5, 2), same: vector(1.5, 2), other: vector(1.5, 3), m: { mapValue: {} } })

function isTrue(condition: string): boolean {
  const rules = documentRules(`function of(name) { return resource.data[name]; }
    match /cases/{id} { allow get: if ${condition}; }`)
  return ask(rules, { before }).isAllowed
}

test.each([
  "of('v') is vector",
  "!(of('m') is vector)",
  "of('v') == of('same')",
  "of('v') != of('other')",
  "of('v') != null",
  "of('v') in [of('other'), of('same')]",
  "[of('v'), of('same')].toSet().size() == 1",
  "[of('v'), of('other')].toSet().size() == 2",
  'resource.data.diff(resource.data).affectedKeys().size() == 0',
])('%s', (condition) => {
  expect(isTrue(condition)).toBe(true)
})

test.each([
  "of('v') is map",
  "of('v') is list",
  "of('v').value[0] > 1.0",
  "of('v')['value'] != null",
  "of('v').keys().size() == 2",
  "of('v').size() == 2",
  "'value' in of('v')",
  "of('v').get('value', 1) != null",
  "of('v').diff({}) != null",
  "of('v')[0] == 1.5",
  "of('v') == [1.5, 2.0]",
  "of('v') < of('other')",
])('not %s', (condition) => {
  expect(isTrue(condition)).toBe(false)
})
