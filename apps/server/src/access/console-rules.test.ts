import { encodeFields } from '@hearth/model'
import { describe, expect, it } from 'vitest'
import type { Caller } from './caller.ts'
import { readConsoleRules } from './console-rules.ts'
import type { AccessRequest } from './gate.ts'
import {
  callersOf,
  createDocument,
  deleteDocument,
  document,
  file,
  getDocument,
  list,
  updateDocument,
  visitor,
  where,
} from './policy-cases.ts'
import { RulesGate } from './rules-gate.ts'

const { admin, operator, user } = callersOf('console')
const team = {
  name: 'Shop',
  ownerId: 'olga',
  memberIds: ['olga', 'edda', 'vera'],
  roles: { olga: 'owner', edda: 'editor', vera: 'viewer' },
  createdAt: new Date(0),
}
const shop = document('projects/shop-app', team)
const olga = user('olga')
const edda = user('edda')
const vera = user('vera')
const nina = user('nina')
const root = user('root', { serverRole: 'owner' })
const invited = user('ivan', { email: 'ivan@example.com', email_verified: true })
const unverified = user('mallory', { email: 'ivan@example.com', email_verified: false })

const account = (plain: Parameters<typeof document>[1]) => document('accounts/nina', plain)
const DAY_MS = 86_400_000
const invitation = (plain: Parameters<typeof document>[1] = {}) =>
  document('projects/shop-app/invitations/i1', {
    email: 'ivan@example.com',
    role: 'viewer',
    invitedBy: 'olga',
    createdAt: new Date(0),
    expiresAt: new Date(7 * DAY_MS),
    ...plain,
  })
const savedQuery = (plain: Parameters<typeof document>[1] = {}) =>
  document('projects/shop-app/savedQueries/q1', { name: 'Open orders', createdBy: 'vera', filters: [], ...plain })
const act = document('projects/shop-app/activity/a1', { actor: 'edda' })

type Case = [title: string, caller: Caller, request: AccessRequest, allowed: boolean]

/** Signed in so many seconds ago, which is when the tests are. */
const olgaSince = (seconds: number, claims: Record<string, unknown> = {}) =>
  user('olga', { auth_time: -seconds, ...claims })
const withoutVera = document(shop.path, {
  ...team,
  memberIds: ['olga', 'edda'],
  roles: { olga: 'owner', edda: 'owner' },
})

const cases: Record<string, Case[]> = {
  'access of others': [
    ['is given by an owner who signed in lately', olgaSince(300), updateDocument(shop, withoutVera), true],
    ['is given by nobody who signed in earlier', olgaSince(301), updateDocument(shop, withoutVera), false],
    [
      'is given by nobody whose token is new and whose sign-in is not',
      olgaSince(0, { hearth_proven_at: -301 }),
      updateDocument(shop, withoutVera),
      false,
    ],
    ['is offered by an owner who signed in lately', olgaSince(300), createDocument(invitation()), true],
    ['is offered by nobody who signed in earlier', olgaSince(301), createDocument(invitation()), false],
    [
      'is widened by nobody who signed in earlier',
      olgaSince(301),
      updateDocument(invitation(), invitation({ role: 'owner' })),
      false,
    ],
    [
      'has nothing to do with the name',
      olgaSince(3000),
      updateDocument(shop, document(shop.path, { ...team, name: 'Store' })),
      true,
    ],
  ],
  'the own account': [
    ['is read by its owner', nina, getDocument(account({})), true],
    ['is closed to others', olga, getDocument(account({})), false],
    ['is closed to the server owner', root, getDocument(account({})), false],
    ['is closed to visitors', visitor, getDocument(account({})), false],
    ['is made by its owner', nina, createDocument(account({ displayName: 'Nina', createdAt: new Date(0) })), true],
    ['is made by nobody else', olga, createDocument(account({ displayName: 'Nina' })), false],
    ['takes a name of 80 characters', nina, createDocument(account({ displayName: '🎈'.repeat(80) })), true],
    ['takes no name of 81 characters', nina, createDocument(account({ displayName: 'n'.repeat(81) })), false],
    ['takes no number as a name', nina, createDocument(account({ displayName: 7 })), false],
    ['takes no field of its own invention', nina, createDocument(account({ serverRole: 'owner' })), false],
    ['takes no field named as a prototype', nina, createDocument(account({ constructor: 'x' })), false],
    ['takes a known theme', nina, createDocument(account({ theme: 'dark' })), true],
    ['takes no unknown theme', nina, createDocument(account({ theme: 'pink' })), false],
    ['takes recent projects', nina, createDocument(account({ recentProjects: ['shop-app'] })), true],
    ['takes no list of numbers', nina, createDocument(account({ recentProjects: [1] })), false],
    ['takes no endless list', nina, createDocument(account({ recentProjects: Array(51).fill('shop-app') })), false],
    ['takes a photo address', nina, createDocument(account({ photoURL: 'https://x.example/p?token=1' })), true],
    ['takes no script as a photo', nina, createDocument(account({ photoURL: 'javascript:alert(1)' })), false],
    ['takes its own photo path', nina, createDocument(account({ photoPath: 'accounts/nina/photo' })), true],
    ["takes nobody else's photo path", nina, createDocument(account({ photoPath: 'accounts/olga/photo' })), false],
    [
      'keeps its creation time',
      nina,
      updateDocument(account({ createdAt: new Date(0) }), account({ createdAt: new Date(1) })),
      false,
    ],
    [
      'is updated by its owner',
      nina,
      updateDocument(account({ createdAt: new Date(0) }), account({ createdAt: new Date(0), theme: 'light' })),
      true,
    ],
    ['is deleted by its owner', nina, deleteDocument(account({})), true],
    ['is deleted by nobody else', olga, deleteDocument(account({})), false],
    ['is found by no list', nina, list('accounts'), false],
    ['has no collections below', nina, createDocument(document('accounts/nina/notes/n', {})), false],
  ],
  'a project': [
    ['is read by a member', vera, getDocument(shop), true],
    ['is read by the server owner', root, getDocument(shop), true],
    ['is closed to others', nina, getDocument(shop), false],
    ['is closed to visitors', visitor, getDocument(shop), false],
    ['is made by the server alone', olga, createDocument(shop), false],
    ['is made by no server owner either', root, createDocument(shop), false],
    ['is deleted by the server alone', olga, deleteDocument(shop), false],
    ['is renamed by an owner', olga, updateDocument(shop, document(shop.path, { ...team, name: 'New' })), true],
    ['is renamed by no editor', edda, updateDocument(shop, document(shop.path, { ...team, name: 'New' })), false],
    ['takes no empty name', olga, updateDocument(shop, document(shop.path, { ...team, name: '' })), false],
    ['is renamed by no outsider', nina, updateDocument(shop, document(shop.path, { ...team, name: 'New' })), false],
    [
      'gains members by the server alone, which has seen that they accept',
      olga,
      updateDocument(
        shop,
        document(shop.path, {
          ...team,
          memberIds: [...team.memberIds, 'nina'],
          roles: { ...team.roles, nina: 'viewer' },
        }),
      ),
      false,
    ],
    [
      'gives a role to nobody who is no member',
      olga,
      updateDocument(shop, document(shop.path, { ...team, roles: { ...team.roles, nobody: 'owner' } })),
      false,
    ],
    ['loses a member and their role by an owner', olga, updateDocument(shop, withoutVera), true],
    [
      'keeps no role of a member who goes',
      olga,
      updateDocument(shop, document(shop.path, { ...team, memberIds: ['olga', 'edda'] })),
      false,
    ],
    [
      'is renamed though it has a role of somebody who went',
      olga,
      updateDocument(
        document(shop.path, { ...team, roles: { ...team.roles, gone: 'owner' } }),
        document(shop.path, { ...team, roles: { ...team.roles, gone: 'owner' }, name: 'New' }),
      ),
      true,
    ],
    [
      'gives no editor more rights by their own hand',
      edda,
      updateDocument(shop, document(shop.path, { ...team, roles: { ...team.roles, edda: 'owner' } })),
      false,
    ],
    [
      'takes no invented role',
      olga,
      updateDocument(shop, document(shop.path, { ...team, roles: { ...team.roles, edda: 'king' } })),
      false,
    ],
    [
      'cannot be taken from its owner',
      user('olga2'),
      updateDocument(
        document(shop.path, { ...team, memberIds: ['olga', 'olga2'], roles: { olga: 'owner', olga2: 'owner' } }),
        document(shop.path, { ...team, ownerId: 'olga2', memberIds: ['olga2'], roles: { olga2: 'owner' } }),
      ),
      false,
    ],
    [
      'keeps its owner a member',
      olga,
      updateDocument(shop, document(shop.path, { ...team, memberIds: ['edda'] })),
      false,
    ],
    [
      'keeps its creation time',
      olga,
      updateDocument(shop, document(shop.path, { ...team, createdAt: new Date(5) })),
      false,
    ],
    [
      'takes its own icon path',
      olga,
      updateDocument(shop, document(shop.path, { ...team, iconPath: 'projects/shop-app/icon' })),
      true,
    ],
    [
      'takes no other icon path',
      olga,
      updateDocument(shop, document(shop.path, { ...team, iconPath: 'projects/else-app/icon' })),
      false,
    ],
  ],
  'the list of projects': [
    ['shows a member their own', vera, list('projects', where('memberIds', 'array-contains', 'vera')), true],
    [
      'shows a member their own, filtered further',
      vera,
      list('projects', {
        kind: 'and',
        filters: [where('memberIds', 'array-contains', 'vera'), where('name', '>=', 'A')],
      }),
      true,
    ],
    ['shows nobody all', vera, list('projects'), false],
    ["shows nobody someone else's", vera, list('projects', where('memberIds', 'array-contains', 'olga')), false],
    [
      'is not widened by an alternative',
      vera,
      list('projects', {
        kind: 'or',
        filters: [where('memberIds', 'array-contains', 'vera'), where('name', '>=', '')],
      }),
      false,
    ],
    ['is not opened by another operator', vera, list('projects', where('memberIds', '==', 'vera')), false],
    ['shows the server owner all', root, list('projects'), true],
    ['shows visitors nothing', visitor, list('projects', where('memberIds', 'array-contains', 'vera')), false],
    [
      'is not for collection groups',
      vera,
      list('projects', where('memberIds', 'array-contains', 'vera'), { allDescendants: true }),
      false,
    ],
    ['gives away no names of collections', vera, list('', undefined, { collectionId: undefined, parent: '' }), false],
  ],
  invitations: [
    ['are read by members', vera, list('projects/shop-app/invitations'), true],
    ['are closed to others', nina, list('projects/shop-app/invitations'), false],
    ['are made by owners', olga, createDocument(invitation()), true],
    ['are made by no editor', edda, createDocument(invitation({ invitedBy: 'edda' })), false],
    ['name who invites', olga, createDocument(invitation({ invitedBy: 'vera' })), false],
    ['begin when the server says', olga, createDocument(invitation({ createdAt: new Date(1) })), false],
    ['last eight days', olga, createDocument(invitation({ expiresAt: new Date(8 * DAY_MS) })), true],
    ['last no longer', olga, createDocument(invitation({ expiresAt: new Date(8 * DAY_MS + 1) })), false],
    ['are not over when they are made', olga, createDocument(invitation({ expiresAt: new Date(0) })), false],
    [
      'are not prolonged beyond that',
      olga,
      updateDocument(invitation(), invitation({ expiresAt: new Date(9 * DAY_MS) })),
      false,
    ],
    [
      'are prolonged up to that',
      olga,
      updateDocument(invitation(), invitation({ expiresAt: new Date(8 * DAY_MS) })),
      true,
    ],
    [
      'keep a longer time that they had from before',
      olga,
      updateDocument(
        invitation({ expiresAt: new Date(99 * DAY_MS) }),
        invitation({ expiresAt: new Date(99 * DAY_MS), role: 'editor' }),
      ),
      true,
    ],
    ['are not accepted by whoever makes them', olga, createDocument(invitation({ acceptedBy: 'nina' })), false],
    ['are read by the person invited', invited, getDocument(invitation()), true],
    ['are closed to an unverified address', unverified, getDocument(invitation()), false],
    [
      'are found by the person invited',
      invited,
      list('invitations', where('email', '==', 'ivan@example.com'), { allDescendants: true }),
      true,
    ],
    [
      'are not found by an unverified address',
      unverified,
      list('invitations', where('email', '==', 'ivan@example.com'), { allDescendants: true }),
      false,
    ],
    ['change their role by an owner', olga, updateDocument(invitation(), invitation({ role: 'editor' })), true],
    [
      'do not change their role by the invited',
      invited,
      updateDocument(invitation(), invitation({ role: 'owner' })),
      false,
    ],
    ['keep their address', olga, updateDocument(invitation(), invitation({ email: 'eve@example.com' })), false],
    ['are revoked by an owner', olga, deleteDocument(invitation()), true],
  ],
  'saved queries': [
    ['are read by members', edda, getDocument(savedQuery()), true],
    ['are closed to others', nina, getDocument(savedQuery()), false],
    ['are made by any member', vera, createDocument(savedQuery()), true],
    ['may name a database', vera, createDocument(savedQuery({ database: 'orders-eu' })), true],
    ['name none that cannot be', vera, createDocument(savedQuery({ database: '../x' })), false],
    ['are made in the own name', edda, createDocument(savedQuery()), false],
    ['are changed by their maker', vera, updateDocument(savedQuery(), savedQuery({ name: 'All' })), true],
    ['are changed by nobody else', olga, updateDocument(savedQuery(), savedQuery({ name: 'All' })), false],
    ['have a collection that is a text', vera, createDocument(savedQuery({ collection: { a: 'b' } })), false],
    ['have no endless collection', vera, createDocument(savedQuery({ collection: 'c'.repeat(1501) })), false],
    ['have conditions that are texts', vera, createDocument(savedQuery({ filters: ['a == 1', 'b < 2'] })), true],
    ['have a limit', vera, createDocument(savedQuery({ limit: 20n })), true],
    ['have no limit of none', vera, createDocument(savedQuery({ limit: 0n })), false],
    ['have no limit that is a text', vera, createDocument(savedQuery({ limit: '20' })), false],
    ['have no conditions that are maps', vera, createDocument(savedQuery({ filters: [{ a: 'b' }] })), false],
    [
      'have no endless conditions',
      vera,
      createDocument(savedQuery({ filters: Array(100).fill('f'.repeat(9_000)) })),
      false,
    ],
    ['have no endless order', vera, createDocument(savedQuery({ orderBy: ['o'.repeat(20_001)] })), false],
    [
      'are taken off the own list',
      edda,
      updateDocument(savedQuery({ sharedWith: ['olga', 'edda'] }), savedQuery({ sharedWith: ['olga'] })),
      true,
    ],
    [
      "are taken off nobody else's list",
      edda,
      updateDocument(savedQuery({ sharedWith: ['olga', 'edda'] }), savedQuery({ sharedWith: ['edda'] })),
      false,
    ],
    [
      'are not changed on the way',
      edda,
      updateDocument(savedQuery({ sharedWith: ['edda'] }), savedQuery({ sharedWith: [], name: 'Mine' })),
      false,
    ],
    [
      'are shared on by no recipient',
      edda,
      updateDocument(savedQuery({ sharedWith: ['edda'] }), savedQuery({ sharedWith: ['edda', 'nina'] })),
      false,
    ],
    ['are not given away', vera, updateDocument(savedQuery(), savedQuery({ createdBy: 'edda' })), false],
    ['are removed by an owner', olga, deleteDocument(savedQuery()), true],
    ['are removed by no other member', edda, deleteDocument(savedQuery()), false],
  ],
  activity: [
    ['is read by members', vera, getDocument(act), true],
    ['is listed by members', vera, list('projects/shop-app/activity'), true],
    ['is closed to others', nina, list('projects/shop-app/activity'), false],
    ['is written by no owner', olga, createDocument(act), false],
    ['is changed by no owner', olga, updateDocument(act, act), false],
    ['is deleted by no owner', olga, deleteDocument(act), false],
    ['is written by no operator of the console', operator('owner'), createDocument(act), false],
    ['is written by the server', admin, createDocument(act), true],
  ],
  files: [
    ['photo: uploaded by its owner', nina, file('create', 'accounts/nina/photo'), true],
    ['photo: read by its owner', nina, file('get', 'accounts/nina/photo'), true],
    ['photo: deleted by its owner', nina, file('delete', 'accounts/nina/photo'), true],
    ['photo: closed to others', olga, file('get', 'accounts/nina/photo'), false],
    ['photo: of exactly 5 MiB', nina, file('create', 'accounts/nina/photo', { sizeBytes: 5_242_880 }), true],
    ['photo: not above 5 MiB', nina, file('create', 'accounts/nina/photo', { sizeBytes: 5_242_881 }), false],
    ['photo: no SVG', nina, file('create', 'accounts/nina/photo', { contentType: 'image/svg+xml' }), false],
    ['photo: no HTML by an update', nina, file('update', 'accounts/nina/photo', { contentType: 'text/html' }), false],
    [
      "photo: not in another's name",
      nina,
      file('create', 'accounts/nina/photo', { metadata: { uploadedBy: 'olga' } }),
      false,
    ],
    ['photo: no other name', nina, file('create', 'accounts/nina/photo2'), false],
    ['icon: uploaded by an owner', olga, file('create', 'projects/shop-app/icon'), true],
    ['icon: not uploaded by an editor', edda, file('create', 'projects/shop-app/icon'), false],
    ['icon: read by a viewer', vera, file('get', 'projects/shop-app/icon'), true],
    ['icon: closed to others', nina, file('get', 'projects/shop-app/icon'), false],
    ['nothing is listed', olga, file('list', 'projects/'), false],
    ['nothing is for visitors', visitor, file('get', 'accounts/nina/photo'), false],
  ],
  'everything else': [
    ['is closed to members', olga, getDocument(document('secrets/s', {})), false],
    ['is closed to the server owner', root, createDocument(document('secrets/s', {})), false],
    ['is closed below a project', olga, createDocument(document('projects/shop-app/keys/k', {})), false],
    ['is closed further below', olga, getDocument(document('projects/shop-app/activity/a/b/c', {})), false],
    ['is closed in another database', nina, { ...getDocument(account({})), database: 'other' } as AccessRequest, false],
    ['is open to the server', admin, createDocument(document('secrets/s', {})), true],
    ['is read by an operator of the console', operator('viewer'), getDocument(document('secrets/s', {})), true],
    ['is written by no viewer', operator('viewer'), createDocument(document('secrets/s', {})), false],
    ['is no way for an operator into a team', operator('owner'), updateDocument(shop, shop), false],
  ],
}

const rules = {
  'cloud.firestore': readConsoleRules('cloud.firestore'),
  'firebase.storage': readConsoleRules('firebase.storage'),
}
const gate = new RulesGate({
  mode: 'start',
  consoleProject: 'console',
  findRules: async (_project, service) => rules[service],
  findDocument: async (_project, database, path) =>
    path === shop.path ? { ...shop, database, json: encodeFields(shop.fields) } : undefined,
  clock: { nowMs: () => 0 },
})

for (const [subject, table] of Object.entries(cases)) {
  describe(subject, () => {
    it.each(table)('%s', async (_title, caller, request, allowed) => {
      const verdict = (async () => await gate.authorize('console', caller, request))()
      if (allowed) await verdict
      else await expect(verdict).rejects.toMatchObject({ code: 'permission-denied', reason: 'PERMISSION_DENIED' })
    })
  })
}
