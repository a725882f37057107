import { expect, it } from 'vitest'
import { DocumentsWorld } from '../../testing/documents-world.ts'

async function mentionsIn(world: DocumentsWorld, id: string): Promise<[string[], boolean]> {
  const { mentions, isPartial } = await world.administration.findMentions(world.at, id)
  const lines = mentions.map(({ collection, isGroup, by, field = '', count, hasMore }) =>
    [isGroup ? `*/${collection}` : collection, by, field, `${count}${hasMore ? '+' : ''}`].join(' ').replace('  ', ' '),
  )
  return [lines.toSorted(), isPartial]
}

it('an id is found wherever documents name it, in each way', async () => {
  await using world = await DocumentsWorld.open()
  const write = (path: string, fields: Parameters<DocumentsWorld['set']>[1]) => world.set(path, fields)
  await write('customers/ada', { name: 'Ada', friend: 'bob' })
  await write('orders/1', { customer: 'ada', total: 5 })
  await write('orders/2', { customer: 'ada', 'paid.by': 'ada' })
  await write('orders/3', { customer: 'adam', customers: ['eve'] })
  await write('rooms/1', { members: ['eve', 'ada'], roles: { ada: 'owner', eve: 'guest' }, made: { by: 'ada' } })
  await write('rooms/1/messages/1', { from: 'ada' })
  const name = 'projects/demo-app/databases/(default)/documents/customers/ada'
  await write('tickets/1', { about: { kind: 'reference', name } })
  expect(await mentionsIn(world, 'ada')).toEqual([
    [
      '*/messages value from 1',
      'customers id 1',
      'orders value `paid.by` 1',
      'orders value customer 2',
      'rooms element members 1',
      'rooms key roles 1',
      'rooms value made.by 1',
      'tickets reference about 1',
    ],
    false,
  ])
  expect(await mentionsIn(world, 'nobody')).toEqual([[], false])
  expect(await mentionsIn(world, 'orders/1')).toEqual([[], false])
})

it('maps whose keys are ids of many cost no more than one look each, and hide nothing behind them', async () => {
  await using world = await DocumentsWorld.open()
  const keys = Object.fromEntries(Array.from({ length: 5_000 }, (_none, index) => [`u${index}`, true]))
  await world.set('rooms/1', { members: keys, owner: 'u4999', zone: 'u4999' })
  expect(await mentionsIn(world, 'u4999')).toEqual([
    ['rooms key members 1', 'rooms value owner 1', 'rooms value zone 1'],
    false,
  ])
})

it('what is more than can be looked at is said to be', async () => {
  await using world = await DocumentsWorld.open()
  const fields = Object.fromEntries(Array.from({ length: 3_500 }, (_none, index) => [`f${index}`, 'ada']))
  await world.set('wide/1', fields)
  const [lines, isPartial] = await mentionsIn(world, 'ada')
  expect([lines.length, isPartial]).toEqual([100, true])
})

it('a database that is not there names nobody', async () => {
  await using world = await DocumentsWorld.open({ isDatabaseMadeOnFirstUse: false })
  await world.set('orders/1', { customer: 'ada' })
  await expect(world.administration.findMentions({ ...world.at, database: 'other' }, 'ada')).rejects.toMatchObject({
    reason: 'DATABASE_NOT_FOUND',
  })
})
