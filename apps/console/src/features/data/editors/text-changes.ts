/** What takes the place of a part of a text; `from` and `to` count in the text as it was. */
export interface TextChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** What leads from one text to another and leaves alone what both have: line by line where they have as many lines, or else as one part. */
export function textChanges(before: string, after: string): readonly TextChange[] {
  const old = before.split('\n')
  const next = after.split('\n')
  if (old.length !== next.length) return partBetween(before, after, 0)
  const changes: TextChange[] = []
  let at = 0
  for (const [line, text] of old.entries()) {
    changes.push(...partBetween(text, next[line] ?? '', at))
    at += text.length + 1
  }
  return changes
}

function partBetween(before: string, after: string, at: number): readonly TextChange[] {
  if (before === after) return []
  const least = Math.min(before.length, after.length)
  let start = 0
  while (start < least && before[start] === after[start]) start += 1
  let end = 0
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return [{ from: at + start, to: at + before.length - end, insert: after.slice(start, after.length - end) }]
}
