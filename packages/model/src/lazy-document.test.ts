import { expect, it } from 'vitest'
import { makeDocument } from './lazy-document.ts'

const stored = { path: 'c/d', createTime: 1, updateTime: 2 }

it('decodes the fields once, when they are first asked for', () => {
  const document = makeDocument({ ...stored, json: '{"a":{"integerValue":"1"}}' })
  expect(document.fields.get('a')).toEqual({ kind: 'integer', value: 1n })
  expect(document.fields).toBe(document.fields)
})

it('calls stored text that is not a document data loss', () => {
  const document = makeDocument({ ...stored, json: '{"a":1}' })
  expect(() => document.fields).toThrow(expect.objectContaining({ code: 'data-loss' }))
})

it('decodes the fields anew when they were forgotten', () => {
  const document = makeDocument({ ...stored, json: '{"a":{"integerValue":"1"}}' })
  const { fields } = document
  document.forgetFields()
  expect(document.fields).toEqual(fields)
  expect(document.fields).not.toBe(fields)
})
