import { exchangeTexts } from '../../../texts/en/data-exchange.ts'

/** More than any document's typed JSON comes to. */
const lineMax = 16 * 1024 * 1024

export interface TextLine {
  readonly text: string
  /** From one. */
  readonly number: number
}

/**
 * The text of a file in UTF-8 or UTF-16, part by part. Throws a `RangeError` for any other encoding: what it has would be kept as signs that
 * nobody wrote.
 */
export async function* readText(file: Blob): AsyncGenerator<string> {
  const decoder = new TextDecoderStream(await encodingOf(file), { fatal: true })
  const reader = file.stream().pipeThrough(decoder).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (thrown) {
    // The decoder's word for bytes that are none of its.
    if (thrown instanceof TypeError) throw new RangeError(exchangeTexts.otherEncoding)
    throw thrown
  } finally {
    // Ends the reading of a file that is not read to its end.
    await reader.cancel().catch(() => undefined)
  }
}

/** By the first two bytes: a mark of their order, or the empty half of the first sign, which is of ASCII in every file that is taken. */
async function encodingOf(file: Blob): Promise<'utf-8' | 'utf-16le' | 'utf-16be'> {
  const [first = 1, second = 1] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return 'utf-8'
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
    if (rest.length > lineMax) throw new RangeError(exchangeTexts.lineTooLong(number + 1))
  }
  if (rest.trim() !== '') yield { text: rest, number: number + 1 }
}
