import { expect, it } from 'vitest'
import { parseThumbnailSize } from './thumbnail-size.ts'

it.each([
  [null, null, undefined],
  ['64', null, { width: 64, height: undefined }],
  [null, '1', { width: undefined, height: 1 }],
  ['2048', '2048', { width: 2048, height: 2048 }],
])('reads w=%s h=%s', (width, height, size) => {
  expect(parseThumbnailSize(width, height)).toEqual(size)
})

it.each(['', '0', '-1', '2049', '1e3', '64px', '99999999999', ' 64'])('refuses the side %j', (side) => {
  const refusal = expect.objectContaining({ reason: 'INVALID_THUMBNAIL_SIZE' })
  expect(() => parseThumbnailSize(side, null)).toThrow(refusal)
  expect(() => parseThumbnailSize('64', side)).toThrow(refusal)
})
