import { describe, expect, it } from 'vitest'
import { convertValue } from './convert-value.ts'
import type { TypedValue, ValueType } from './typed-value.ts'

const text = (value: string): TypedValue => ({ kind: 'string', value })
const integer = (value: bigint): TypedValue => ({ kind: 'integer', value })
const double = (value: number): TypedValue => ({ kind: 'double', value })
const flag = (value: boolean): TypedValue => ({ kind: 'boolean', value })
const list = (...values: TypedValue[]): TypedValue => ({ kind: 'array', values })

describe('a value of another type', () => {
  it('says the same', () => {
    const pairs: readonly (readonly [TypedValue, ValueType, TypedValue])[] = [
      [text(' 42 '), 'integer', integer(42n)],
      [text('4.5'), 'double', double(4.5)],
      [text('123456789012345680000'), 'double', double(123456789012345680000)],
      [text('true'), 'boolean', flag(true)],
      [text('users/ada'), 'reference', { kind: 'reference', path: 'users/ada' }],
      [text('51.5, -0.12'), 'geopoint', { kind: 'geopoint', latitude: 51.5, longitude: -0.12 }],
      [text('["a", 2]'), 'array', list(text('a'), integer(2n))],
      [text('a'), 'array', list(text('a'))],
      [text('{"a": 1}'), 'map', { kind: 'map', fields: new Map([['a', integer(1n)]]) }],
      [integer(3n), 'double', double(3)],
      [double(3), 'integer', integer(3n)],
      [double(3), 'string', text('3')],
      [flag(true), 'integer', integer(1n)],
      [integer(0n), 'boolean', flag(false)],
      [{ kind: 'timestamp', micros: 0n }, 'string', text('1970-01-01T00:00:00Z')],
      [list(integer(1n), double(0.5)), 'vector', { kind: 'vector', values: [1, 0.5] }],
      [{ kind: 'vector', values: [1, 0.5] }, 'array', list(double(1), double(0.5))],
      [{ kind: 'null' }, 'string', text('')],
      [text('gone'), 'null', { kind: 'null' }],
    ]
    for (const [value, type, converted] of pairs) expect(convertValue(value, type)).toEqual({ value: converted })
  })

  it('is none where something would be lost, and says so', () => {
    const pairs: readonly (readonly [TypedValue, ValueType])[] = [
      [text('paid'), 'integer'],
      [text('paid'), 'timestamp'],
      [double(4.5), 'integer'],
      [double(Number.NaN), 'integer'],
      [integer(2n ** 53n + 1n), 'double'],
      [double(2 ** 70), 'integer'],
      [text('9007199254740993'), 'double'],
      [list(integer(2n ** 53n + 1n)), 'vector'],
      [integer(2n), 'boolean'],
      [list(text('a')), 'vector'],
      [{ kind: 'timestamp', micros: 0n }, 'geopoint'],
      [{ kind: 'null' }, 'integer'],
    ]
    for (const [value, type] of pairs) expect(convertValue(value, type)).toHaveProperty('problem')
  })
})
