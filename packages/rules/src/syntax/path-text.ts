import type { PatternSegment } from './ast.ts'

/** Fatal nowhere: what is no UTF-8 becomes the replacement character, as in the original. */
const utf8 = new TextDecoder()

/**
 * What the text of a path segment stands for: `%20` and `+` are blanks, as in a form. Undefined where a percent sign is not followed by
 * two hexadecimal digits. Values in a path, `$(…)`, are not texts of the source and stay what they are.
 */
export function decodePathText(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return undefined
  return text.replaceAll('+', ' ').replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => utf8.decode(bytesOf(escapes)))
}

/** Of `%c3%a9`. */
function bytesOf(escapes: string): Uint8Array {
  return Uint8Array.from(escapes.slice(1).split('%'), (digits) => Number.parseInt(digits, 16))
}

/** A pattern as it is written, such as `/orders/{order}` or `/{path=**}/songs/{song}`. */
export function patternText(pattern: readonly PatternSegment[]): string {
  return pattern.map((segment) => `/${textOf(segment)}`).join('')
}

function textOf(segment: PatternSegment): string {
  switch (segment.kind) {
    case 'literal':
      return segment.text
    case 'capture':
      return `{${segment.name}}`
    case 'glob':
      return `{${segment.name}=**}`
  }
}
