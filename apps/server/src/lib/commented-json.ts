import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'

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
