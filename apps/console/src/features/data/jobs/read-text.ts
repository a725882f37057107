/** More than any document's typed JSON comes to. */
const lineMax = 16 * 1024 * 1024

export interface TextLine {
  readonly text: string
  /** From one. */
  readonly number: number
}

/** The text of a file in UTF-8, part by part. */
export async function* readText(file: Blob): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // Ends the reading of a file that is not read to its end.
    await reader.cancel()
  }
}

/** The lines of a file that are not empty. Throws a `RangeError` for one that is too long. */
export async function* readTextLines(file: Blob): AsyncGenerator<TextLine> {
  let number = 0
  let rest = ''
  for await (const text of readText(file)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      number += 1
      if (line.trim() !== '') yield { text: line, number }
    }
    if (rest.length > lineMax) throw new RangeError(`Line ${number + 1} is too long.`)
  }
  if (rest.trim() !== '') yield { text: rest, number: number + 1 }
}
