import { expect, it } from 'vitest'
import { rulesOf } from './rules-of.ts'

it.each([
  [{ service: 'documents' as const }, {}],
  [{ service: 'documents' as const, database: '(default)' }, {}],
  [{ service: 'documents' as const, database: 'second' }, { database: 'second' }],
  [{ service: 'files' as const, database: '(default)' }, { area: 'files' }],
])('leads from %j to the rules that decided', (request, search) => {
  expect(rulesOf(request)).toEqual(search)
})
