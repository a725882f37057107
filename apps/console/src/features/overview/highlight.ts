/** A piece of code and what it is. */
export interface CodePiece {
  readonly text: string
  readonly kind: 'keyword' | 'string' | 'comment' | 'plain'
}

const pieces =
  /(?<comment>(?<![:'"])\/\/[^\n]*|^#[^\n]*)|(?<string>'[^'\n]*'|"[^"\n]*")|(?<keyword>\b(?:import|from|const|await|new|export)\b)|[^'"/#\w]+|\w+|./gm

/** Colours for the few languages of the overview's snippets; not a parser. The pieces joined are the code again. */
export function highlight(code: string): readonly CodePiece[] {
  return [...code.matchAll(pieces)].map(({ 0: text, groups }) => ({
    text,
    kind:
      groups?.['comment'] !== undefined
        ? 'comment'
        : groups?.['string'] !== undefined
          ? 'string'
          : groups?.['keyword'] !== undefined
            ? 'keyword'
            : 'plain',
  }))
}
