import { afterEach, expect, it, vi } from 'vitest'
import { keepJson, keptKeys, readKept, readKeptJson } from './kept-storage.ts'

const asNumber = (json: unknown) => (typeof json === 'number' ? json : undefined)

function storage(entries: Record<string, string>): object {
  return {
    ...entries,
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => void (entries[key] = value),
    removeItem: (key: string) => void delete entries[key],
  }
}

afterEach(() => vi.unstubAllGlobals())

it('gives back as JSON what was kept, and nothing for what is no JSON or of another shape', () => {
  vi.stubGlobal('localStorage', storage({ cut: '{"a":', other: '"text"' }))
  keepJson('n', 3)
  expect(readKeptJson('n', asNumber)).toBe(3)
  expect(readKeptJson('cut', asNumber)).toBeUndefined()
  expect(readKeptJson('other', asNumber)).toBeUndefined()
  keepJson('n', undefined)
  expect(readKept('n')).toBeUndefined()
})

it('keeps for this tab alone what is asked to', () => {
  vi.stubGlobal('localStorage', storage({}))
  vi.stubGlobal('sessionStorage', storage({}))
  keepJson('n', 3, 'session')
  expect(readKeptJson('n', asNumber, 'session')).toBe(3)
  expect(readKeptJson('n', asNumber)).toBeUndefined()
})

it('goes on where the browser blocks its storage', () => {
  vi.stubGlobal('localStorage', undefined)
  keepJson('n', 3)
  expect(readKeptJson('n', asNumber)).toBeUndefined()
  expect(keptKeys('')).toEqual([])
})
