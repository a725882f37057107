import { invalidArgument } from './invalid-argument.ts'
import { isReservedName } from './resource-path.ts'
import { compareUtf8, utf8Exceeds } from './utf8.ts'

/** The segments of a field path, unquoted: `['a.b', 'c']` for the text `` `a.b`.c ``. Never empty. */
export type FieldPath = readonly string[]

/** Stands for the document's name in orders, filters, projections and cursors. */
export const NAME_FIELD: FieldPath = ['__name__']

export const MAX_FIELD_NAME_BYTES = 1500
export const MAX_FIELD_PATH_BYTES = 1500

const SIMPLE_SEGMENT = /^[A-Za-z_][A-Za-z0-9_]*$/
const SIMPLE_PATH = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/

export function isNameField(path: FieldPath): boolean {
  return path.length === 1 && path[0] === '__name__'
}

/**
 * Reads the text form: segments joined by dots, each simple (`[A-Za-z_][A-Za-z0-9_]*`) or in backticks, where `\`
 * stands before a backtick or a backslash. Throws `invalid-argument`. `__name__` and other reserved names pass;
 * a path that is written must also pass `validateWritablePath`.
 */
export function parseFieldPath(text: string): FieldPath {
  if (utf8Exceeds(text, MAX_FIELD_PATH_BYTES)) {
    throw invalidArgument('FIELD_PATH_TOO_LONG', `A property path is longer than ${MAX_FIELD_PATH_BYTES} bytes.`)
  }
  if (SIMPLE_PATH.test(text)) return text.split('.')
  if (!text.isWellFormed()) throw invalidPath(text, 'It is not valid UTF-8.')
  const segments: string[] = []
  let at = 0
  for (;;) {
    const segment = text[at] === '`' ? quotedSegment(text, at) : simpleSegment(text, at)
    segments.push(segment.name)
    if (segment.end === text.length) return segments
    if (text[segment.end] !== '.') throw invalidPath(text, 'Only a dot may follow a quoted property name.')
    at = segment.end + 1
  }
}

function simpleSegment(text: string, start: number): { name: string; end: number } {
  const dot = text.indexOf('.', start)
  const end = dot < 0 ? text.length : dot
  const name = text.slice(start, end)
  if (name === '') throw invalidPath(text, 'A property name is empty.')
  if (!SIMPLE_SEGMENT.test(name)) {
    throw invalidPath(text, 'Names with other characters than letters, digits and underscores must be in backticks.')
  }
  return { name, end }
}

const QUOTED_SEGMENT = /`((?:[^`\\]|\\[^])*)`/y

function quotedSegment(text: string, start: number): { name: string; end: number } {
  QUOTED_SEGMENT.lastIndex = start
  const quoted = QUOTED_SEGMENT.exec(text)?.[1]
  if (quoted === undefined) throw invalidPath(text, 'A backtick is not closed.')
  if (quoted === '') throw invalidPath(text, 'A property name is empty.')
  return { name: quoted.replaceAll(/\\([^])/g, '$1'), end: start + quoted.length + 2 }
}

function invalidPath(text: string, why: string): Error {
  return invalidArgument('INVALID_FIELD_PATH', `Invalid property path "${text}". ${why}`)
}

/** The text form; `parseFieldPath` reads it back to equal segments. */
export function formatFieldPath(path: FieldPath): string {
  return path.map(formatSegment).join('.')
}

function formatSegment(name: string): string {
  return SIMPLE_SEGMENT.test(name) ? name : `\`${name.replaceAll(/[`\\]/g, '\\$&')}\``
}

/** Throws `invalid-argument` when a name may not be a field: empty, reserved, too long, or not UTF-8. */
export function validateFieldName(name: string): void {
  if (name === '') throw invalidArgument('INVALID_FIELD_NAME', 'A property name is empty.')
  if (isReservedName(name)) {
    throw invalidArgument('RESERVED_FIELD_NAME', `field name ${name} is reserved`)
  }
  if (utf8Exceeds(name, MAX_FIELD_NAME_BYTES)) {
    throw invalidArgument('INVALID_FIELD_NAME', `A property name is longer than ${MAX_FIELD_NAME_BYTES} bytes.`)
  }
  if (!name.isWellFormed()) throw invalidArgument('INVALID_FIELD_NAME', 'A property name is not valid UTF-8.')
}

/** For paths of masks and transforms: every segment must be a name that a field may have. Throws `invalid-argument`. */
export function validateWritablePath(path: FieldPath): void {
  validateQueryPath(path)
  for (const name of path) validateFieldName(name)
}

/** For paths of filters, orders and projections, where `__name__` alone may also stand. Throws `invalid-argument`. */
export function validateQueryPath(path: FieldPath): void {
  if (path.length === 0 || path.includes('')) throw invalidPath(formatFieldPath(path), 'A property name is empty.')
  if (path.some(isReservedName) && !isNameField(path)) {
    throw invalidArgument('RESERVED_FIELD_NAME', `Invalid reserved name in field path ${formatFieldPath(path)}`)
  }
}

/** Segment by segment in UTF-8 order, a prefix first: the order in which implied sort orders are added. */
export function compareFieldPaths(a: FieldPath, b: FieldPath): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const order = compareUtf8(a[i] ?? '', b[i] ?? '')
    if (order !== 0) return order
  }
  return a.length - b.length
}

export function equalFieldPaths(a: FieldPath, b: FieldPath): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i])
}
