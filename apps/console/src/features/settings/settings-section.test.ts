import { expect, it } from 'vitest'
import { readSettingsSearch, sectionsFor } from './settings-section.ts'

it('keeps the filters of the audit log in its own address alone', () => {
  const filters = { actor: 'olga@', action: 'account.', target: 'ada@example.com' }
  expect(readSettingsSearch({ section: 'audit', ...filters })).toMatchObject(filters)
  expect(readSettingsSearch({ section: 'members', ...filters })).toMatchObject({ actor: undefined, target: undefined })
  expect(readSettingsSearch({ section: 'audit', actor: '', action: ['x'], target: 7 })).toMatchObject({
    actor: undefined,
    action: undefined,
    target: '7',
  })
})

it('offers each role the sections that say something to it', () => {
  expect(sectionsFor('owner')).toContain('backups')
  expect(sectionsFor('editor')).not.toContain('audit')
  expect(sectionsFor('editor')).toContain('mails')
  expect(sectionsFor('viewer')).not.toContain('mails')
  expect(sectionsFor('viewer')).toEqual(expect.arrayContaining(['members', 'alerts']))
})
