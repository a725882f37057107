import { expect, test } from 'vitest'
import { preview } from './preview.ts'

test.each([
  ['', '""'],
  [' ', ' '],
  ['two\n lines', 'two ⏎ lines'],
  ['x'.repeat(300), `${'x'.repeat(240)}…`],
])('the text %j is shown as %j', (value, shown) => {
  expect(preview({ kind: 'string', value })).toBe(shown)
})
