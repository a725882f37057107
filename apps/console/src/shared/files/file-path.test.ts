import { describe, expect, it } from 'vitest'
import { folderOfAddress, joinPath, placeOf, problemOfPath, addressOfFolder, folderAtAddress } from './file-path.ts'
import fc from 'fast-check'

it('takes a path apart and puts it together again', () => {
  for (const path of ['cat.png', 'photos/cat.png', 'photos/2026/cat.png']) {
    const { folder, name } = placeOf(path)
    expect(joinPath(folder, name)).toBe(path)
    expect(name).toBe('cat.png')
  }
})

it('reads the folder from an address with slashes to spare', () => {
  expect(folderOfAddress('/photos//2026/')).toBe('photos/2026')
  expect(folderOfAddress('')).toBe('')
})

describe('the path of a file', () => {
  it.each(['cat.png', 'a/b', '…', 'Ä ö.txt', '<img src=x onerror=alert(1)>.png', '100%.txt', '...', 'a/../b', './a'])(
    'may be %j',
    (path) => {
      expect(problemOfPath(path)).toBeUndefined()
    },
  )
  it.each([
    ['', 'empty'],
    ['a//b', 'empty'],
    ['a/', 'empty'],
    ['..', 'dots'],
    ['.', 'dots'],
    ['a\nb', 'characters'],
    ['\ud800', 'characters'],
    ['ä'.repeat(513), 'too-long'],
  ])('may not be %j: %s', (path, problem) => {
    expect(problemOfPath(path)).toBe(problem)
  })
})

it.each([
  ['', ''],
  ['photos/2026', 'photos/2026'],
  ['a/../b', 'a/~../b'],
  ['./..', '~./~..'],
  ['~../~', '~~../~'],
  ['.../a.b', '.../a.b'],
])('%j is %j in an address', (folder, address) => {
  expect(addressOfFolder(folder)).toBe(address)
})

it('comes back from the address of a browser as it was', () => {
  const segment = fc.oneof(fc.constantFrom('.', '..', '~', '~.', '~..', '~~..', '...'), fc.string({ minLength: 1 }))
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1 }), (segments) => {
      const folder = segments.map((name) => name.replaceAll('/', '_')).join('/')
      const encoded = addressOfFolder(folder).split('/').map(encodeURIComponent).join('/')
      const { pathname } = new URL(`/files/${encoded}`, 'https://console.example.com')
      const decoded = pathname.slice('/files/'.length).split('/').map(decodeURIComponent).join('/')
      expect(folderAtAddress(decoded)).toBe(folder)
    }),
  )
})
