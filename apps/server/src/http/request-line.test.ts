import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeRequestLine } from './request-line.ts'

const line = { id: 'a-1', method: 'GET', path: '/x', status: 200, ms: 1.236, isCut: false, notes: undefined }

test('is one line of JSON with what there is to say', () => {
  expect(encodeRequestLine(line, 5)).toBe(
    '{"level":"info","time":5,"id":"a-1","method":"GET","path":"/x","status":200,"ms":1.24,"msg":"request"}\n',
  )
  expect(
    JSON.parse(encodeRequestLine({ ...line, isCut: true, notes: { project: 'p', reason: 'R' } }, 5)),
  ).toMatchObject({
    isCut: true,
    project: 'p',
    reason: 'R',
  })
})

test('whatever a client sends can not break the line', () => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(text, text, text, (path, uid, operation) => {
      const encoded = encodeRequestLine({ ...line, path, notes: { uid, operation } }, 5)
      expect(encoded.indexOf('\n')).toBe(encoded.length - 1)
      expect(JSON.parse(encoded)).toMatchObject({ uid, operation })
    }),
  )
})

test('a path is cut at 512 characters', () => {
  const { path } = JSON.parse(encodeRequestLine({ ...line, path: '/'.padEnd(100_000, 'x') }, 5)) as { path: string }
  expect(path).toHaveLength(512)
})

test.each(['project', 'uid', 'operation', 'reason'])('a note of %s is cut at 512 characters', (name) => {
  const encoded = encodeRequestLine({ ...line, notes: { [name]: 'x'.repeat(100_000) } }, 5)
  expect((JSON.parse(encoded) as Record<string, string>)[name]).toHaveLength(512)
})
