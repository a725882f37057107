import { expect, it } from 'vitest'
import { actNames } from '../../../../server/src/audit/act-names.ts'
import { activity as german } from '../../texts/de/activity.ts'
import { activityTexts as english } from '../../texts/en/activity.ts'
import type { NamedAct } from './fold-acts.ts'
import { describeAct } from './describe-act.ts'

const names = { 'uid-ada': 'Ada', 'uid-nina': 'Nina' }

it.each<[string, Partial<NamedAct>, string]>([
  ['users.accounts', { target: 'uid-ada' }, 'Added the user Ada'],
  ['users.accounts:update', { target: 'uid-ada', detail: { change: 'disabled' } }, 'Disabled the user Ada'],
  [
    'users.accounts:update',
    { target: 'uid-ada', detail: { change: 'profile, claims' } },
    'Changed the user Ada: name or photo, claims',
  ],
  [
    'users.accounts:update',
    { target: 'uid-ada', detail: { change: 'unlinked google.com' } },
    'Took the sign-in by google.com from Ada',
  ],
  ['users.accounts:batchDelete', { target: 'uid-ada, x' }, 'Deleted 2 users'],
  [
    'users.accounts:sendOobCode',
    { target: 'a@example.com', detail: { link: 'PASSWORD_RESET', given: 'to the caller' } },
    'Made a link for a@example.com to choose a new password',
  ],
  ['users.config', { detail: { settings: 'signIn.email.enabled off' } }, 'Switched off sign-in by e-mail and password'],
  ['users.config', { detail: { settings: 'passwordPolicyConfig.x on' } }, 'Switched on the password policy'],
  ['users.oauthIdpConfigs', {}, 'Changed a sign-in provider'],
  ['team.update', { target: 'uid-nina', detail: { 'uid-nina': 'viewer → none' } }, 'Removed Nina from the team'],
  [
    'team.update',
    { target: 'uid-nina', detail: { 'uid-nina': 'viewer → editor' } },
    'Changed the role of Nina from Viewer to Editor',
  ],
  ['team.update', { target: 'uid-nina', detail: { 'uid-nina': 'none → viewer' } }, 'Made Nina Viewer'],
  ['rules.create', { target: 'projects/a/releases/cloud.firestore' }, 'Published rules'],
  ['documents.update', { target: 'notes/first' }, 'Changed the document notes/first'],
  ['service-keys.create', { target: 'k1', detail: { name: 'Till' } }, 'Made a service key Till'],
  ['service-keys.delete', { target: 'k1', detail: { name: 'Till' } }, 'Revoked a service key Till'],
  ['service-keys.delete', { target: 'k1' }, 'Revoked a service key'],
  ['session.enter', { target: 'owner' }, 'Opened the project'],
  ['rules.post', { target: 'projects/a/rulesets/1' }, 'Made a version of the rules'],
  ['rules.delete', { target: 'projects/a/rulesets/1' }, 'Deleted a version of the rules'],
  ['backups.restore', { target: '20261122-0301' }, 'Restored a backup'],
  ['databases.create', { target: 'databases/archive' }, 'Made the database archive'],
  ['databases.update', { target: 'databases/(default)/indexes' }, 'Changed the indexes'],
  ['databases.create', { target: 'databases/a/collectionGroups/orders/indexes' }, 'Changed the indexes of orders'],
  ['account.sign-in-failed', { target: 'ada@example.com' }, 'A sign-in as ada@example.com failed'],
  ['account.accounts:signInWithPassword', { target: 'uid-ada' }, 'Signed in'],
  ['users.:id', {}, 'Changed how people sign in'],
  [
    'documents.delete-many',
    { target: 'orders', detail: { state: 'done', through: '200' } },
    'Deletion of documents: done, 200',
  ],
  ['documents.export', { target: 'orders', detail: { state: 'begun' } }, 'Export of documents: begun'],
  ['something.new', { target: 'x' }, 'something.new'],
])('says what %s means', (action, act, sentence) => {
  expect(describeAct({ action, target: '', detail: {}, names, ...act })).toBe(sentence)
})

it.each(actNames)('has words for %s, which the server can write', (action) => {
  const sentence = describeAct({ action, target: 'x', detail: {}, names: {} })
  expect(sentence).not.toContain(action)
  expect(sentence).toMatch(/^[A-Z].* /)
})

it('calls the same things by words in German', () => {
  for (const words of [
    'things',
    'changes',
    'settings',
    'links',
    'roles',
    'ownActs',
    'wholeActs',
    'states',
    'many',
  ] as const) {
    expect(Object.keys(german[words]), words).toEqual(Object.keys(english[words]))
  }
})
