import { describe, expect, it } from 'vitest'
import { decideConditional, isRangeWanted } from './conditional-request.ts'

const lastModified = Date.parse('Sat, 21 Nov 2026 10:00:00 GMT') + 400
const content = { etag: '"one"', lastModified }
const BEFORE = 'Sat, 21 Nov 2026 09:59:59 GMT'
const SAME = 'Sat, 21 Nov 2026 10:00:00 GMT'

describe('decideConditional', () => {
  it.each([
    ['no condition', {}, 'send'],
    ['the tag it has', { 'if-none-match': '"one"' }, 'not-modified'],
    ['the tag it has, weak and among others', { 'if-none-match': '"zero", W/"one"' }, 'not-modified'],
    ['any tag', { 'if-none-match': '*' }, 'not-modified'],
    ['another tag', { 'if-none-match': '"two"' }, 'send'],
    ['its own second', { 'if-modified-since': SAME }, 'not-modified'],
    ['the second before', { 'if-modified-since': BEFORE }, 'send'],
    ['a date that is none', { 'if-modified-since': 'yesterday-ish' }, 'send'],
    ['another tag and its own second', { 'if-none-match': '"two"', 'if-modified-since': SAME }, 'send'],
    ['the tag it must have', { 'if-match': '"one"' }, 'send'],
    ['a tag it must have and has not', { 'if-match': '"two"' }, 'failed'],
    ['a weak tag where a strong one is needed', { 'if-match': 'W/"one"' }, 'failed'],
    ['unchanged since its own second', { 'if-unmodified-since': SAME }, 'send'],
    ['unchanged since the second before', { 'if-unmodified-since': BEFORE }, 'failed'],
    ['the right tag, and a date that is over', { 'if-match': '"one"', 'if-unmodified-since': BEFORE }, 'send'],
  ] as const)('knows %s', (_, headers, decision) => {
    expect(decideConditional(headers, content)).toBe(decision)
  })
})

describe('isRangeWanted', () => {
  it.each([
    [undefined, true],
    ['"one"', true],
    ['"two"', false],
    ['W/"one"', false],
    [SAME, true],
    [BEFORE, false],
  ])('with If-Range %s is %s', (condition, wanted) => {
    expect(isRangeWanted(condition === undefined ? {} : { 'if-range': condition }, content)).toBe(wanted)
  })
})
