import { isDeepStrictEqual } from 'node:util'
import { type StatusCode, StatusError } from '@hearth/model'

/** For a reader whose refusal says nothing about the next one: what is no refusal is still thrown. */
export function ignoreRefusal(read: () => unknown): void {
  ignoreCode('invalid-argument', read)
}

/** The same where what is refused is a credential. */
export function ignoreUnauthenticated(read: () => unknown): void {
  ignoreCode('unauthenticated', read)
}

function ignoreCode(code: StatusCode, read: () => unknown): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== code) throw error
  }
}

/** Throws an error that is no refusal, with both sides, unless they are equal: what was read is not what was written. */
export function same(actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return
  throw new TypeError(`Not the same: ${show(actual)} and ${show(expected)}`)
}

function show(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return `${inner}n`
    return inner instanceof Map ? [...inner] : inner
  }).slice(0, 2_000)
}
