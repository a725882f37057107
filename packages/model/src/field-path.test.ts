import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareFieldPaths, formatFieldPath, parseFieldPath, validateWritablePath } from './field-path.ts'
import { StatusError } from './status-error.ts'

describe('field paths', () => {
  it.each<[string, string[]]>([
    ['a', ['a']],
    ['a.b_2._c', ['a', 'b_2', '_c']],
    ['`a.b`.c', ['a.b', 'c']],
    ['`a\\`b`', ['a`b']],
    ['`a\\\\b`', ['a\\b']],
    ['x.`1`.`ü`', ['x', '1', 'ü']],
    ['__name__', ['__name__']],
    ['__proto__.constructor', ['__proto__', 'constructor']],
  ])('reads %s', (text, path) => {
    expect(parseFieldPath(text)).toEqual(path)
  })

  it.each([
    '',
    '.',
    '.a',
    'a.',
    'a..b',
    '`a',
    'a`b`',
    '`a`b',
    '``',
    '`a\\',
    '`a\\`',
    '1a',
    'a-b',
    'a b',
    'a/b',
    '`\ud800`',
    'x'.repeat(1501),
  ])('refuses %j', (text) => {
    expect(() => parseFieldPath(text)).toThrow(StatusError)
  })

  it('reads back what it writes', () => {
    const name = fc.string({
      unit: fc.oneof(
        fc.constantFrom('`', '\\', '.', 'a', '_', '1'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (path) => {
        expect(parseFieldPath(formatFieldPath(path))).toEqual(path)
      }),
    )
  })

  it('refuses reserved names in writes, and only those', () => {
    expect(() => validateWritablePath(['a', '__x__'])).toThrow('reserved')
    expect(() => validateWritablePath(['__name__'])).toThrow(StatusError)
    expect(() => validateWritablePath(['__', '____', '__x', 'constructor'])).not.toThrow()
    expect(() => validateWritablePath(['__proto__'])).toThrow(StatusError)
  })

  it('orders by segment, a prefix first', () => {
    const paths = [['a'], ['a', 'b'], ['a-b'], ['ab']]
    expect(paths.toReversed().sort(compareFieldPaths)).toEqual(paths)
  })
})
