import { expect, it } from 'vitest'
import { codeFromLink } from './code-from-link.ts'

it.each([
  ['#code=ABCD-1234', '', 'ABCD-1234'],
  ['', '?code=ABCD-1234', 'ABCD-1234'],
  ['#code=A', '?code=B', 'A'],
  ['#other', '', ''],
  ['', '', ''],
])('finds in %j %j the code %j', (hash, search, code) => {
  expect(codeFromLink({ hash, search })).toBe(code)
})
