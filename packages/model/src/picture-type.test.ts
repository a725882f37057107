import { describe, expect, it } from 'vitest'
import { pictureTypeOf } from './picture-type.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((letter) => letter.codePointAt(0) ?? 0) : part)),
  )

describe('the type of a photo, by its content', () => {
  it.each([
    ['image/png', bytes([0x89], 'PNG\r\n', [0x1a], '\n', [0, 0, 0, 13])],
    ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['image/gif', bytes('GIF89a')],
    ['image/gif', bytes('GIF87a')],
    ['image/webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
    ['image/avif', bytes([0, 0, 0, 28], 'ftypavif', [0, 0, 0, 0], 'mif1miafMA1B')],
    ['image/avif', bytes([0, 0, 0, 24], 'ftypmif1', [0, 0, 0, 0], 'mif1avif')],
  ])('is %s', (type, head) => {
    expect(pictureTypeOf(head)).toBe(type)
  })

  it.each([
    ['a page', bytes('<!doctype html><script>')],
    ['a drawing that can hold scripts', bytes('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['a film', bytes([0, 0, 0, 24], 'ftypisom', [0, 0, 0, 0], 'isomiso2')],
    ['a film whose minor version spells avif', bytes([0, 0, 0, 20], 'ftypisom', 'avif', 'iso2')],
    ['a sound', bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt ')],
    ['nothing', bytes()],
    ['half a signature', bytes([0x89], 'PN')],
  ])('is none for %s', (_, head) => {
    expect(pictureTypeOf(head)).toBeUndefined()
  })
})
