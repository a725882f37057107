import { expect, test } from 'vitest'
import type { FeedPush, Persistence, ProjectStore } from '../persistence/persistence.ts'
import { watchStores } from './watch-stores.ts'

test('what changes in a watched space is told once; all of them, where a push was missed', async () => {
  let push: (push: Omit<FeedPush, 'ticket'>) => void = () => undefined
  const store: Partial<ProjectStore> = {
    latched: new Promise(() => {}),
    lastVersion: () => 10,
    follow: (onPush) => {
      push = (told) => onPush({ ...told, ticket: undefined })
      return { readTime: () => 10 }
    },
  }
  const changed: string[] = []
  const watched = watchStores({ openProject: async () => store } as Partial<Persistence> as Persistence, {
    onOpened: (project) => changed.push(`opened ${project}`),
    onLatched: () => undefined,
    watchedSpaces: ['rules', 'keys'],
    onChanged: (project, space) => changed.push(`${project} ${space}`),
  })
  await watched.openProject('demo-app')
  await watched.openProject('demo-app')
  push({ version: 12, previous: 8, records: [] })
  push({ version: 10, previous: 8, records: [{ space: 'keys', key: 'late' }] })
  const twice = ['a', 'b'].map((key) => ({ space: 'rules', key }))
  push({ version: 13, previous: 12, records: twice })
  push({ version: 13, previous: 12, records: twice })
  expect(changed).toEqual(['opened demo-app', 'demo-app rules'])
  push({ version: 16, previous: 15, records: [] })
  expect(changed.slice(2)).toEqual(['demo-app rules', 'demo-app keys'])
})
