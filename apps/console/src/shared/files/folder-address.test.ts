import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressOfFolder, folderAtAddress } from './folder-address.ts'

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
