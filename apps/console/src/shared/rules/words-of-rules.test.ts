import { expect, test } from 'vitest'
import { wordsOfReason, wordsOfValue } from './words-of-rules.ts'

test('what the server says of a query, a value or a failure is said by the page', () => {
  const needs =
    'The query does not promise what the condition asks of resource.data.ship.city: it needs a filter on ship.city.'
  expect(wordsOfReason(needs)).toBe(needs)
  expect(wordsOfReason('The condition is false.')).toBe('The condition is false.')
  expect(wordsOfReason(undefined)).toBe('')
  expect(wordsOfValue('not known from the query')).toBe('not known from the query')
  expect(wordsOfValue(`error: ${needs}`)).toBe(`error: ${needs}`)
  // A value that only looks like it is a text in quotes.
  expect(wordsOfValue("'error: mine'")).toBe("'error: mine'")
})

test('what the rules language itself says stays in its own words', () => {
  expect(wordsOfReason('Null value error.')).toBe('Null value error.')
})
