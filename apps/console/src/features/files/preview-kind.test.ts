import { expect, it } from 'vitest'
import { previewKindOf } from './preview-kind.ts'

it.each([
  ['image/png', 'image'],
  ['IMAGE/JPEG; q=1', 'image'],
  ['image/svg+xml', 'text'],
  ['text/html; charset=utf-8', 'text'],
  ['application/ld+json', 'text'],
  ['video/mp4', 'video'],
  ['audio/mpeg', 'audio'],
  ['application/pdf', 'pdf'],
  ['application/octet-stream', 'none'],
  ['', 'none'],
  [undefined, 'none'],
])('shows %s as %s', (contentType, kind) => {
  expect(previewKindOf(contentType)).toBe(kind)
})
