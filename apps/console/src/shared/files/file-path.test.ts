import { describe, expect, it } from 'vitest'
import { folderOfAddress, joinPath, placeOf, problemOfPath } from './file-path.ts'

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
