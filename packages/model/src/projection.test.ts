import { expect, it } from 'vitest'
import { parseFieldPath } from './field-path.ts'
import { projectFields } from './projection.ts'
import { decodeFields, encodeFields } from './typed-json.ts'

const one = '{"integerValue":"1"}'
const document = `{"a":${one},"a.b":${one},"m":{"mapValue":{"fields":{"x":${one},"y":${one}}}}}`

it.each<[string[] | undefined, string]>([
  [undefined, document],
  [[], document],
  [['__name__'], '{}'],
  [['a', '__name__', 'missing', 'a.b'], `{"a":${one}}`],
  [['`a.b`'], `{"a.b":${one}}`],
  [['m.x'], `{"m":{"mapValue":{"fields":{"x":${one}}}}}`],
  [['m.x', 'm'], `{"m":{"mapValue":{"fields":{"x":${one},"y":${one}}}}}`],
  [['m.z'], '{}'],
])('the selection %j keeps what it names', (mask, expected) => {
  expect(encodeFields(projectFields(decodeFields(document), mask?.map(parseFieldPath)))).toBe(expected)
})
