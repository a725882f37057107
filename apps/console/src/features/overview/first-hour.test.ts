import { expect, it } from 'vitest'
import { type FirstHourFacts, stepsOf } from './first-hour.ts'

const unset = { from: 'unset', url: null } as const
const noMails = {
  from: 'unset',
  host: null,
  port: null,
  security: null,
  user: null,
  hasPassword: false,
  sender: null,
  replyTo: null,
} as const
const fresh: FirstHourFacts = {
  mode: 'start',
  role: 'owner',
  settings: { publicAddress: unset, mailServer: noMails },
  contacts: [],
  closed: 'both',
  usage: { users: 0, documents: 12, files: 0, hasSampleData: true },
  backups: { backups: [] },
}
const namesOf = (facts: FirstHourFacts) => stepsOf(facts).map(({ id, isDone }) => (isDone ? `${id} done` : id))

it('leads the owner of a new server through all of it; sample data is nobody’s own', () => {
  expect(namesOf(fresh)).toEqual(['address', 'mails', 'connect', 'rules', 'data', 'backup'])
})

it('asks nobody for what is not theirs to do', () => {
  expect(namesOf({ ...fresh, settings: undefined })).toEqual(['connect', 'rules', 'data', 'backup'])
  expect(namesOf({ ...fresh, settings: undefined, role: 'editor' })).toEqual(['connect', 'data'])
  expect(namesOf({ ...fresh, settings: undefined, role: 'viewer' })).toEqual(['connect'])
  expect(namesOf({ ...fresh, settings: undefined, mode: 'dev' })).toEqual(['connect', 'rules', 'data'])
})

it('takes for done what is, whoever did it', () => {
  const verified = { verifiedAt: '2026-11-23T02:00:00Z' } as NonNullable<FirstHourFacts['backups']>['backups'][number]
  const done: FirstHourFacts = {
    ...fresh,
    settings: {
      publicAddress: { from: 'variable', url: 'https://api.example.com' },
      mailServer: { ...noMails, from: 'stored' },
    },
    contacts: [{ platform: 'web', name: null, at: '2026-11-23T08:00:00Z' }],
    closed: 'files',
    usage: { users: 1, documents: 0, files: 0 },
    backups: { backups: [verified] },
  }
  expect(stepsOf(done).every(({ isDone }) => isDone)).toBe(true)
  expect(namesOf({ ...done, backups: { backups: [{ ...verified, verifiedAt: null }] } })).toContain('backup')
  expect(namesOf({ ...done, closed: 'documents' })).toContain('rules')
})
