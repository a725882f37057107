import { expect, test } from 'vitest'
import type { Caller } from '../access/caller.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import { OpenUploads } from './open-uploads.ts'

/** A project without uploads of a process before this one. */
const store = { read: (look: (snapshot: object) => unknown) => look({ listRecords: async () => [] }) }

function visitorFrom(clientAddress: string): Caller {
  return { kind: 'visitor', from: { id: 'r', clientAddress, headers: {} } }
}

test('a site with thousands of IPv6 networks leaves unfinished uploads to others', async () => {
  const uploads = new OpenUploads({ size: async () => 0 }, { nowMs: () => 0 })
  let opened = 0
  const enter = (address: string) =>
    uploads.enter('p', store as unknown as ProjectStore, { id: `u${opened++}` }, visitorFrom(address))
  const flood = async (): Promise<void> => {
    for (let index = 0; index < 1_000; index++) await enter(`2001:db8:1:${index}::1`)
  }
  await expect(flood()).rejects.toMatchObject({ reason: 'TOO_MANY_UPLOADS' })
  expect(opened).toBe(751)
  const { giveUp } = await enter('2001:db8:2::1')
  giveUp()
  for (let index = 0; index < 100; index++) await enter('192.0.2.1')
})
