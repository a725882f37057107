import type { PatternSegment } from './ast.ts'

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
