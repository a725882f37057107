import { describe, expect, it } from 'vitest'
import { formatOrder, orderFiles, orderFolders, parseOrder } from './file-order.ts'
import type { ListedFile } from './queries/list-objects.ts'

function file(name: string, size: number, updated: string): ListedFile {
  return { name, path: name, metadata: { size, updated, contentType: 'text/plain', generation: '1' } }
}

const files = [
  file('b10.txt', 5, '2026-11-01T00:00:00Z'),
  file('b9.txt', 900, '2026-11-03T00:00:00Z'),
  file('a.txt', 5, '2026-11-02T00:00:00Z'),
]

describe('the order of files', () => {
  it.each([
    [undefined, 'a.txt b9.txt b10.txt'],
    ['-name', 'b10.txt b9.txt a.txt'],
    ['size', 'a.txt b10.txt b9.txt'],
    ['-size', 'b9.txt a.txt b10.txt'],
    ['-updated', 'b9.txt a.txt b10.txt'],
    ['type', 'a.txt b9.txt b10.txt'],
    ['nonsense', 'a.txt b9.txt b10.txt'],
  ])('%s', (order, names) => {
    const ordered = orderFiles(files, parseOrder(order))
    expect(ordered.map(({ name }) => name).join(' ')).toBe(names)
  })

  it.each(['-name', 'size', '-updated', 'type'])('stands in the address as %s and is read back', (order) => {
    expect(formatOrder(parseOrder(order))).toBe(order)
  })

  it('leaves folders by name, whatever else is ordered', () => {
    expect(orderFolders(['b', 'a10', 'a9'], parseOrder('-size'))).toEqual(['a9', 'a10', 'b'])
    expect(orderFolders(['b', 'a'], parseOrder('-name'))).toEqual(['b', 'a'])
  })
})
