import { expect, it } from 'vitest'
import { takeClosedAccess } from './access-lists.ts'

it.each(['private', 'projectPrivate', 'bucketOwnerFullControl', 'bucket-owner-read', 'project-private', undefined])(
  'takes %s, which opens nothing',
  (name) => {
    expect(() => takeClosedAccess(name, ['project-owners-123'])).not.toThrow()
  },
)

it.each(['publicRead', 'public-read', 'authenticatedRead', 'publicReadWrite'])('refuses %s', (name) => {
  expect(() => takeClosedAccess(name)).toThrow(
    expect.objectContaining({ code: 'unimplemented', reason: 'NOT_OFFERED' }),
  )
})

it.each(['allUsers', 'allAuthenticatedUsers', 'user-ada@example.com'])('refuses a list that names %s', (entity) => {
  expect(() => takeClosedAccess(undefined, ['project-owners-123', entity])).toThrow(
    expect.objectContaining({ code: 'unimplemented' }),
  )
})

it('says of a name that there is no such list', () => {
  expect(() => takeClosedAccess('public')).toThrow(expect.objectContaining({ reason: 'INVALID_REQUEST' }))
})
