import fc from 'fast-check'

const literals = ["'x'", "'y'", "''", '1', '2', '1.0', '1.5', 'null', 'true', 'false', '[]', "['x', 1]", "{'a': 1}"]
const names = ['a', 'b', 'c']
const types = ['string', 'int', 'float', 'number', 'list', 'map', 'bool', 'timestamp']
const comparisons = ['==', '!=', '<', '<=', '>', '>=']

const { condition } = fc.letrec<{ condition: string; term: string; field: string; test: string }>((tie) => ({
  field: fc.oneof(
    fc.constantFrom(...names).map((name) => `resource.data.${name}`),
    fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)).map((path) => `resource.data.${path.join('.')}`),
    fc.constantFrom(...names).map((name) => `resource.data['${name}']`),
    fc.tuple(fc.constantFrom(...names), fc.constantFrom(...literals)).map(([name, other]) => {
      return `resource.data.get('${name}', ${other})`
    }),
  ),
  term: fc.oneof(
    { maxDepth: 3 },
    { weight: 4, arbitrary: fc.constantFrom(...literals) },
    { weight: 6, arbitrary: tie('field') },
    fc.constantFrom('resource', 'resource.data', 'request.auth.uid', 'resource.data.keys()', 'id'),
    tie('term').map((inner) => `[${inner}]`),
    tie('term').map((inner) => `{'a': ${inner}}.a`),
    tie('term').map((inner) => `(${inner}).size()`),
    fc.tuple(tie('term'), tie('term')).map(([left, right]) => `(${left} + ${right})`),
    fc.tuple(tie('condition'), tie('term'), tie('term')).map(([test, a, b]) => `(${test} ? ${a} : ${b})`),
    tie('term').map((inner) => `(${inner})[0]`),
  ),
  test: fc.oneof(
    fc.tuple(tie('term'), fc.constantFrom(...comparisons), tie('term')).map((parts) => parts.join(' ')),
    fc
      .tuple(tie('field'), fc.constantFrom(...comparisons), fc.constantFrom(...literals))
      .map((parts) => parts.join(' ')),
    fc.tuple(tie('term'), tie('term')).map(([left, right]) => `${left} in ${right}`),
    fc.constantFrom(...names).map((name) => `'${name}' in resource.data`),
    fc.tuple(tie('term'), fc.constantFrom(...types)).map(([left, type]) => `${left} is ${type}`),
    fc
      .tuple(
        tie('field'),
        fc.constantFrom('hasAny', 'hasAll', 'hasOnly'),
        fc.constantFrom("['x']", "['x', 'y']", '[1]'),
      )
      .map(([list, method, other]) => `${list}.${method}(${other})`),
    fc.constantFrom('hasAny', 'hasAll', 'hasOnly').map((method) => `resource.data.keys().${method}(['a', 'b'])`),
  ),
  condition: fc.oneof(
    { maxDepth: 4 },
    { weight: 4, arbitrary: tie('test').map((text) => `(${text})`) },
    fc.constantFrom('true', 'false'),
    tie('condition').map((inner) => `!${inner}`),
    fc.tuple(tie('condition'), tie('condition')).map(([left, right]) => `(${left} && ${right})`),
    fc.tuple(tie('condition'), tie('condition')).map(([left, right]) => `(${left} || ${right})`),
    tie('term').map((inner) => `(${inner})`),
  ),
}))

/** Conditions over the fields `a`, `b` and `c` of a document, many of them without a value for some documents. */
export const conditionText: fc.Arbitrary<string> = condition
