import { expect, it } from 'vitest'
import { describeAct, type NamedAct } from './describe-act.ts'

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
  ['session.enter', { target: 'owner' }, 'Opened the project'],
  ['something.new', { target: 'x' }, 'something.new'],
])('says what %s means', (action, act, sentence) => {
  expect(describeAct({ action, target: '', detail: {}, names, ...act })).toBe(sentence)
})
