import { expect, it } from 'vitest'
import { inTrayOrder, type Upload, type UploadStatus } from './upload.ts'

const upload = (id: number, status: UploadStatus): Upload => ({
  id,
  round: 1,
  project: 'demo-app',
  path: `${id}.png`,
  sizeBytes: 1,
  sentBytes: 0,
  status,
  bytesPerSecond: undefined,
  error: undefined,
})

it('lists what is running first and what is over last, each in the order it was given', () => {
  const statuses = ['done', 'cancelled', 'done', 'running', 'queued', 'failed', 'running', 'paused', 'queued'] as const
  const listed = inTrayOrder(statuses.map((status, id) => upload(id, status)))
  expect(listed.map(({ id }) => id)).toEqual([3, 6, 7, 5, 4, 8, 0, 1, 2])
})
