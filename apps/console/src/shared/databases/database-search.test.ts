import { expect, it } from 'vitest'
import { readRulesSearch } from '../rules/rules-search.ts'
import { readSettingsSearch } from '../../features/settings/settings-section.ts'
import { databaseQuery, databaseSearch, readDatabaseSearch } from './database-search.ts'

it('leaves the default database out of addresses', () => {
  expect(databaseSearch('(default)')).toEqual({ database: undefined })
  expect(databaseQuery('(default)')).toBe('')
  expect(databaseQuery(undefined)).toBe('')
  expect(readDatabaseSearch({ database: '(default)' })).toEqual({ database: undefined })
})

it('reads the name that it wrote', () => {
  const [, written = ''] = databaseQuery('second').split('=')
  expect(readDatabaseSearch({ database: written })).toEqual(databaseSearch('second'))
})

it.each([[''], [12], [['second']], [null], [undefined]])('takes %j for no name', (database) => {
  expect(readDatabaseSearch({ database })).toEqual({ database: undefined })
})

it('names a database only where a screen has one', () => {
  expect(readRulesSearch({ database: 'second', version: 7 })).toEqual({ database: 'second', version: '7' })
  expect(readRulesSearch({ database: 'second', area: 'files' })).toEqual({ area: 'files' })
  expect(readSettingsSearch({ section: 'indexes', database: 'second' }).database).toBe('second')
  expect(readSettingsSearch({ section: 'members', database: 'second' }).database).toBeUndefined()
})
