import { expect, it } from 'vitest'
import { namedUsersOf } from './list-audit.ts'

it.each([
  ['users.accounts:update', 'uid-1', ['uid-1']],
  ['users.accounts:batchDelete', 'uid-1, uid-2', ['uid-1', 'uid-2']],
  ['users.accounts:sendOobCode', 'ada@example.com', ['ada@example.com']],
  ['users.endSession', 'uid-1', ['uid-1']],
  ['users.accounts:batchGet', '', []],
  ['users.config', 'projects/demo-app/config', []],
  ['documents.update', 'users/ada', []],
  ['team.update', 'uid-1', []],
])('knows whom %s of %j is about', (action, target, users) => {
  expect(namedUsersOf({ action, target })).toEqual(users)
})
