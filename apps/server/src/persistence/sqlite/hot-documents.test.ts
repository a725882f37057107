import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredDocument } from '../persistence.ts'
import { HotDocuments } from './hot-documents.ts'

test('finds what was kept, each database for itself', () => {
  const hot = new HotDocuments(1000)
  hot.keep(document('a/1', 1))
  hot.keep({ ...document('a/1', 2), database: 'other' })
  expect(hot.find(key('a/1'))?.updateTime).toBe(1)
  expect(hot.find({ database: 'other', path: 'a/1' })?.updateTime).toBe(2)
  expect(hot.find(key('a/2'))).toBeUndefined()
})

test('a document that is being written is neither found nor kept until all its writes have settled', () => {
  const hot = new HotDocuments(1000)
  hot.keep(document('a/1', 1))
  hot.beginWrite([key('a/1')])
  hot.beginWrite([key('a/1')])
  hot.keep(document('a/1', 1))
  expect(hot.find(key('a/1'))).toBeUndefined()
  hot.endWrite([key('a/1')])
  hot.keep(document('a/1', 2))
  expect(hot.find(key('a/1'))).toBeUndefined()
  hot.endWrite([key('a/1')])
  hot.keep(document('a/1', 3))
  expect(hot.find(key('a/1'))?.updateTime).toBe(3)
})

test('what was asked for lately stays, what was not goes', () => {
  const hot = new HotDocuments(200)
  hot.keep(document('a/often', 1))
  hot.keep(document('a/once', 1))
  for (let n = 0; n < 100; n++) {
    hot.keep(document(`b/${n}`, 1))
    expect(hot.find(key('a/often'))).toBeDefined()
  }
  expect(hot.find(key('a/once'))).toBeUndefined()
})

test('a document longer than the whole bound is not kept', () => {
  const hot = new HotDocuments(100)
  hot.keep({ ...document('a/1', 1), json: 'x'.repeat(200) })
  expect(hot.find(key('a/1'))).toBeUndefined()
})

test('never gives back an older state than the file has, whatever the order of reads and writes', () => {
  const step = fc.record({ what: fc.constantFrom('read', 'hand over', 'settle'), path: fc.constantFrom('a/1', 'a/2') })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const hot = new HotDocuments(1000)
      const file = new Map([
        ['a/1', 0],
        ['a/2', 0],
      ])
      const underWay: string[] = []
      for (const { what, path } of steps) {
        if (what === 'hand over') {
          hot.beginWrite([key(path)])
          underWay.push(path)
          // The earliest that the writer can show it.
          file.set(path, (file.get(path) ?? 0) + 1)
        } else if (what === 'settle') {
          const settled = underWay.shift()
          if (settled !== undefined) hot.endWrite([key(settled)])
        } else {
          const inFile = document(path, file.get(path) ?? 0)
          const found = hot.find(key(path))
          if (found === undefined) hot.keep(inFile)
          else expect(found).toEqual(inFile)
        }
      }
    }),
  )
})

function key(path: string) {
  return { database: '(default)', path }
}

function document(path: string, version: number): StoredDocument {
  return { ...key(path), createTime: 1, updateTime: version, json: '{}' }
}
