import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withEndpoints, shapeText } from './reference.ts'
import * as z from 'zod/mini'

it('the page has the endpoints of the contract; `npm run fix` brings it up to date', () => {
  const page = readFileSync(new URL('../../../docs/reference/hearth-api.md', import.meta.url), 'utf8')
  expect(page).toBe(withEndpoints(page))
})

it('a page without a place for them is none', () => {
  expect(() => withEndpoints('# Another page')).toThrow('has no')
})

it.each([
  [z.object({ name: z.string(), size: z.optional(z.number()) }), '{ name: string, size?: number }'],
  [z.object({ role: z.nullable(z.enum(['viewer', 'owner'])) }), '{ role: "viewer" | "owner" | null }'],
  [z.array(z.nullable(z.string())), '(string | null)[]'],
  [z.array(z.object({ at: z.array(z.int()) })), '{ at: integer[] }[]'],
  [z.record(z.string(), z.object({ n: z.number() })), '{ [name]: { n: number } }'],
  [z.union([z.object({ a: z.literal('x') }), z.object({})]), '{ a: "x" } | {}'],
  [z.unknown(), 'any'],
])('a shape is written as people write it', (schema, text) => {
  expect(shapeText(z.toJSONSchema(schema, { io: 'input' }))).toBe(text)
})
