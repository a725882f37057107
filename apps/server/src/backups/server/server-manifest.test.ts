import { expect, test } from 'vitest'
import { parseServerManifest, SERVER_BACKUP_FORMAT } from './server-manifest.ts'

test.each([
  ['is cut', '{"format":1,"rel', /the folder can't be understood/],
  ['is of something else', '[]', /the folder can't be understood/],
  [
    'a newer release has written in its own way',
    JSON.stringify({ format: SERVER_BACKUP_FORMAT + 1, release: '9.0.0', tenants: [] }),
    /the folder was made by a newer Hearth \(9\.0\.0\)/,
  ],
])('a manifest that %s is told in a sentence', (_name, text, sentence) => {
  expect(() => parseServerManifest(text, 'the folder')).toThrow(sentence)
})
