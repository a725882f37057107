import { expect, it } from 'vitest'
import { refusalOf } from './refusal.ts'

it('a refused write is told of in the words of the page, with those of the server', () => {
  expect(refusalOf({ code: 3, message: 'Too large.' })).toBe(
    'The server doesn’t accept this value. Nothing was saved. (Too large.)',
  )
  expect(refusalOf({ code: 7, message: '' })).toMatch(/^Not allowed with your role/)
})
