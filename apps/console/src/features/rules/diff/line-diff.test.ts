import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DiffLine, diffLines, withContext } from './line-diff.ts'

const signs = { same: ' ', removed: '-', added: '+' }
const write = (lines: readonly DiffLine[]): string[] => lines.map(({ kind, text }) => `${signs[kind]}${text}`)

test('a difference keeps what both have', () => {
  expect(write(diffLines('a\nb\nc\nd', 'a\nx\nc\nd\ne'))).toEqual([' a', '-b', '+x', ' c', ' d', '+e'])
})

test('each text can be read out of the difference, with the numbers of its lines', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after)
      const old = lines.filter(({ kind }) => kind !== 'added')
      const young = lines.filter(({ kind }) => kind !== 'removed')
      expect(old.map((line) => line.text).join('\n')).toBe(before)
      expect(young.map((line) => line.text).join('\n')).toBe(after)
      expect(old.map((line) => line.before)).toEqual(old.map((_, at) => at + 1))
      expect(young.map((line) => line.after)).toEqual(young.map((_, at) => at + 1))
      if (before === after) expect(lines.every(({ kind }) => kind === 'same')).toBe(true)
    }),
  )
})

test('an empty text has no line that could be removed', () => {
  expect(diffLines('', 'a\nb').map(({ kind }) => kind)).toEqual(['added', 'added'])
  expect(diffLines('a', '').map(({ kind }) => kind)).toEqual(['removed'])
})

test('texts that have nothing in common are replaced whole', () => {
  const long = (word: string): string => Array.from({ length: 3_000 }, (_, at) => `${word} ${at}`).join('\n')
  const lines = diffLines(long('old'), long('new'))
  expect(lines).toHaveLength(6_000)
  expect(lines[0]).toEqual({ kind: 'removed', text: 'old 0', before: 1, after: undefined })
})

test('of a long text with a change every few lines the changes alone are told', () => {
  const write = (condition: string): string =>
    Array.from({ length: 500 }, (_, at) => `match /c${at}/{id} {\n  allow get: if ${condition};\n}`).join('\n')
  const lines = diffLines(write('true'), write('false'))
  const count = (wanted: DiffLine['kind']): number => lines.filter(({ kind }) => kind === wanted).length
  expect([count('removed'), count('added'), count('same')]).toEqual([500, 500, 1_000])
})

test('long texts of lines in any order can be read out of their difference', () => {
  const line = fc.nat({ max: 700 }).map(String)
  const text = fc.array(line, { minLength: 400, maxLength: 600 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after)
      const read = (left: DiffLine['kind']) =>
        lines.flatMap(({ kind, text: one }) => (kind === left ? [] : [one])).join('\n')
      expect(read('added')).toBe(before)
      expect(read('removed')).toBe(after)
    }),
    { numRuns: 10 },
  )
})

test('of texts with more lines than there are characters none is taken for another', () => {
  const lines = Array.from({ length: 60_000 }, (_, at) => String(at))
  const changed = [...lines.slice(0, -1), 'another']
  const shown = withContext(diffLines(lines.join('\n'), changed.join('\n')), 0)
  expect(shown.map((line) => line && `${signs[line.kind]}${line.text}`)).toEqual([undefined, '-59999', '+another'])
})

test('unchanged lines far from a change are left out', () => {
  const before = ['1', '2', '3', '4', '5', '6', '7'].join('\n')
  const shown = withContext(diffLines(before, before.replace('4', 'four')), 1)
  expect(shown.map((line) => line && line.text)).toEqual([undefined, '3', '4', 'four', '5', undefined])
})
