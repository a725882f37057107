/** A piece of code and what it is. */
interface CodePiece {
  readonly text: string
  readonly kind: 'keyword' | 'string' | 'comment' | 'plain'
}

const pieces =
  /(?<comment>(?<![:'"])\/\/[^\n]*|^#[^\n]*)|(?<string>'[^'\n]*'|"[^"\n]*")|(?<keyword>\b(?:import|from|const|await|new|export|interface|type|function|return|service|match|allow|if)\b)|[^'"/#\w]+|\w+|./gm

/** Colours for the few languages of the console's samples; not a parser. The pieces joined are the code again. */
export function highlight(code: string): readonly CodePiece[] {
  const found: CodePiece[] = []
  for (const { 0: text, groups } of code.matchAll(pieces)) {
    const kind =
      groups?.['comment'] !== undefined
        ? 'comment'
        : groups?.['string'] !== undefined
          ? 'string'
          : groups?.['keyword'] !== undefined
            ? 'keyword'
            : 'plain'
    const before = found.at(-1)
    if (kind === 'plain' && before?.kind === 'plain') found[found.length - 1] = { kind, text: before.text + text }
    else found.push({ kind, text })
  }
  return found
}
