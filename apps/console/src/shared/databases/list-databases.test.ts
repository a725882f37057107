import { expect, it } from 'vitest'
import { shownDatabases } from './list-databases.ts'

const listed = Array.from({ length: 150 }, (_, at) => ({ id: `database-${at}` }))

it('shows the first of very many databases, and the open one wherever it is', () => {
  expect(shownDatabases(listed.slice(0, 3), 'database-1')).toHaveLength(3)
  expect(shownDatabases(listed, 'database-1')).toHaveLength(100)
  expect(shownDatabases(listed, 'database-140').map(({ id }) => id)).toEqual([
    ...listed.slice(0, 100).map(({ id }) => id),
    'database-140',
  ])
})
