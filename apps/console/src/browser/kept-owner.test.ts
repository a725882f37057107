import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { claimKept, forgetKept, forgetKeptOf, isKeptForUs, leaveDrafts } from './kept-owner.ts'
import { keep, keptKey, keptKeys, keptPrefix, ownerKey, readKept, rulesDraftPrefix } from './kept-storage.ts'
import { LimitedStorage } from './limited-storage.ts'

const name = keptKey('name.shop')
const draft = `${rulesDraftPrefix}files.shop`

beforeEach(() => {
  vi.stubGlobal('localStorage', new LimitedStorage())
  vi.stubGlobal('sessionStorage', new LimitedStorage())
  keep('hearth.theme', 'dark')
  claimKept('ada')
  for (const key of [name, draft, keptKey('name.other-shop')]) keep(key, 'of ada')
})
afterEach(() => vi.unstubAllGlobals())

const keptNow = (): readonly string[] => keptKeys(keptPrefix).toSorted()

it('goes when somebody else signs in, and stays for the same', () => {
  claimKept('ada')
  expect(keptNow()).toHaveLength(3)
  expect(isKeptForUs()).toBe(true)
  claimKept('eve')
  expect(keptNow()).toEqual([])
  expect(readKept(ownerKey)).toBe('eve')
  expect(readKept('hearth.theme')).toBe('dark')
})

it('goes with a sign-out, but for what somebody else has by then', () => {
  forgetKept('eve')
  leaveDrafts('eve')
  expect(keptNow()).toHaveLength(3)
  forgetKept('ada')
  expect(Object.keys(localStorage)).toEqual(['hearth.theme'])
  expect(isKeptForUs()).toBe(false)
})

it('leaves drafts alone of a session that ended by itself, and of a project that was closed', () => {
  forgetKeptOf('shop')
  expect(keptNow()).toEqual([keptKey('name.other-shop'), draft])
  leaveDrafts('ada')
  expect(keptNow()).toEqual([draft])
  expect(readKept(ownerKey)).toBe('ada')
  // A page that finds nobody signed in doesn't know whose session it was.
  keep(name, 'of ada')
  leaveDrafts()
  expect(keptNow()).toEqual([draft])
})

it('is left alone by a tab that goes without the browser’s databases', () => {
  keep('hearth.withoutDatabases', 'true', 'session')
  claimKept('eve')
  expect(keptNow()).toHaveLength(3)
  expect(isKeptForUs()).toBe(false)
  forgetKeptOf('shop')
  leaveDrafts()
  forgetKept('eve')
  expect(keptNow()).toHaveLength(3)
})
