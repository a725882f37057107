import { parseJson, tryParseJson } from '@hearth/model'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'

/** Nobody's honest values are deeper, and what goes through a value by recursion would run out of stack on it. */
export const JSON_DEPTH_MAX = 100

/**
 * `JSON.parse` of a text that somebody else wrote and that is no request's body, which has its own parser: a part of a token, an answer of
 * another server. Throws a SyntaxError, for what is too deep as well.
 */
export function parseOutsideJson(text: string): unknown {
  const value = parseJson(text)
  if (isTooDeep(value)) throw new SyntaxError(`nested deeper than ${JSON_DEPTH_MAX} levels`)
  return value
}

/** As `parseOutsideJson`; undefined for what is no JSON, or too deep. */
export function tryParseOutsideJson(text: string): unknown {
  const value = tryParseJson(text)
  return isTooDeep(value) ? undefined : value
}

/** The same of an object; undefined for every other value. */
export function tryParseOutsideObject(text: string): Record<string, unknown> | undefined {
  const value = tryParseOutsideJson(text)
  return isHolder(value) && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
}

/** Whether there are more levels of lists and objects in a value than `JSON_DEPTH_MAX`. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isHolder)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= JSON_DEPTH_MAX) return true
    level = level.flatMap((holder) => Object.values(holder).filter(isHolder))
  }
  return false
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/**
 * A JSON text with comments, as the vendor's command line reads its own files. A comma behind the last entry is an error to it, too. Throws a
 * SyntaxError with the line and the column of what is wrong.
 */
export function parseCommentedJson(text: string): unknown {
  const content = text.replace(/^\u{FEFF}/u, '')
  const errors: ParseError[] = []
  const value: unknown = parse(content, errors)
  const [first] = errors
  if (first === undefined) return value
  const before = content.slice(0, first.offset).split('\n')
  const column = (before.at(-1) ?? '').length + 1
  throw new SyntaxError(
    `not valid JSON at line ${before.length}, column ${column} (${printParseErrorCode(first.error)})`,
  )
}
