import type { SourceFile } from '@hearth/rules'

const TEXT_LENGTH_MAX = 200
/** Of one source; lines beyond them have no text. */
const LINES_MAX = 20_000

/** What a line says, and the how many times so far in its file. */
export interface LineText {
  readonly text: string
  readonly nth: number
}

const known = new WeakMap<SourceFile, readonly LineText[]>()

/** Undefined for a line that the source doesn't have. A source's lines are told apart once. */
export function lineTextOf(source: SourceFile, line: number): LineText | undefined {
  let texts = known.get(source)
  if (texts === undefined) {
    texts = lineTextsOf(source.content)
    known.set(source, texts)
  }
  return texts[line - 1]
}

function lineTextsOf(content: string): readonly LineText[] {
  const seen = new Map<string, number>()
  return content.split('\n', LINES_MAX).map((line) => {
    const text = line.trim().slice(0, TEXT_LENGTH_MAX)
    const nth = (seen.get(text) ?? 0) + 1
    seen.set(text, nth)
    return { text, nth }
  })
}
