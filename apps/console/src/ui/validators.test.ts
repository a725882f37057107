import { describe, expect, it } from 'vitest'
import { validateDisplayName, validateEmail, validateProjectId } from './validators.ts'

describe('an e-mail address', () => {
  it.each(['ada@example.com', ' ada@example.com ', 'a.b+c@sub.example.co', 'ada@localhost'])('takes %j', (email) => {
    expect(validateEmail(email)).toBeUndefined()
  })
  it.each(['', '  ', 'ada', 'ada@', '@example.com', 'a b@example.com', 'ada@-x.com', `${'a'.repeat(320)}@example.com`])(
    'refuses %j',
    (email) => {
      expect(validateEmail(email)).toBeTypeOf('string')
    },
  )
})

describe('a project id', () => {
  it.each(['demo-app', 'abcdef', 'a12345', 'a'.repeat(30)])('takes %s', (id) => {
    expect(validateProjectId(id)).toBeUndefined()
  })
  it.each(['', 'abcde', 'a'.repeat(31), '1abcdef', '-abcdef', 'abcdef-', 'Abcdef', 'abc_def', 'abc def'])(
    'refuses %j',
    (id) => {
      expect(validateProjectId(id)).toBeTypeOf('string')
    },
  )
})

it('counts a name in characters as people see them', () => {
  expect(validateDisplayName('𝒜'.repeat(80))).toBeUndefined()
  expect(validateDisplayName('a'.repeat(81))).toBeTypeOf('string')
  expect(validateDisplayName('   ')).toBeTypeOf('string')
})
