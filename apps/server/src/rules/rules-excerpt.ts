import type { SourceFile } from '@hearth/rules'

const LINES_BEFORE = 5
const LINES_AFTER = 4
const LINE_LENGTH_MAX = 300

/** Some lines of rules, without the indent that all of them have. */
export interface RulesExcerpt {
  readonly fileName: string
  /** The number of the first, from one. */
  readonly begin: number
  readonly lines: readonly string[]
}

/** What stands around a line; undefined where the files don't have it. */
export function excerptOf(
  files: readonly SourceFile[],
  { fileName, line }: { readonly fileName: string; readonly line: number },
): RulesExcerpt | undefined {
  const all = files.find(({ name }) => name === fileName)?.content.split('\n')
  if (all === undefined || line < 1 || line > all.length) return undefined
  const begin = Math.max(1, line - LINES_BEFORE)
  const lines = all
    .slice(begin - 1, line + LINES_AFTER)
    .map((text) => text.trimEnd().replaceAll('\t', '  ').slice(0, LINE_LENGTH_MAX))
  const indents = lines.flatMap((text) => (text === '' ? [] : [text.length - text.trimStart().length]))
  const indent = Math.min(...indents)
  return { fileName, begin, lines: lines.map((text) => text.slice(indent)) }
}
