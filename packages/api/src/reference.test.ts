import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withEndpoints } from './reference.ts'

it('the page has the endpoints of the contract; `npm run fix` brings it up to date', () => {
  const page = readFileSync(new URL('../../../docs/reference/hearth-api.md', import.meta.url), 'utf8')
  expect(page).toBe(withEndpoints(page))
})

it('a page without a place for them is none', () => {
  expect(() => withEndpoints('# Another page')).toThrow('has no')
})
