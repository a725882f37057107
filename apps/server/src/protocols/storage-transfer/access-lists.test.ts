import { expect, it } from 'vitest'
import { takeAccess, takeKnownAccess } from './access-lists.ts'

it.each(['private', 'projectPrivate', 'bucketOwnerFullControl', 'bucket-owner-read', 'project-private'])(
  'takes %s for what is not public',
  (name) => {
    expect(takeAccess(name, [{ entity: 'project-owners-123', role: 'OWNER' }])).toBe(false)
  },
)

it.each(['publicRead', 'public-read'])('takes %s for what is public', (name) => {
  expect([takeAccess(name), takeKnownAccess(name)]).toEqual([true, true])
})

it('takes a list by whether everybody is in it as a reader', () => {
  const project = { entity: 'project-owners-123', role: 'OWNER' }
  expect(takeAccess(undefined, [project, { entity: 'allUsers', role: 'READER' }])).toBe(true)
  expect(takeAccess(undefined, [project])).toBe(false)
  expect(takeAccess(undefined)).toBeUndefined()
})

it.each(['authenticatedRead', 'publicReadWrite'])('refuses %s, which under `hearth dev` has no effect', (name) => {
  expect(() => takeAccess(name)).toThrow(expect.objectContaining({ code: 'unimplemented', reason: 'NOT_OFFERED' }))
  expect(takeKnownAccess(name)).toBeUndefined()
})

it.each([
  ['allUsers', 'OWNER'],
  ['allAuthenticatedUsers', 'READER'],
  ['user-ada@example.com', 'READER'],
])('refuses a list that names %s as %s', (entity, role) => {
  expect(() => takeAccess(undefined, [{ entity: 'project-owners-123' }, { entity, role }])).toThrow(
    expect.objectContaining({ code: 'unimplemented' }),
  )
})

it('says of a name that there is no such list', () => {
  expect(() => takeAccess('public')).toThrow(expect.objectContaining({ reason: 'INVALID_REQUEST' }))
})
