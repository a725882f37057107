/** A place in a source, as people and editors count: both from 1. */
export interface SourcePosition {
  readonly line: number
  readonly column: number
}

/** A stretch of a source: `start <= offset < end`, in UTF-16 code units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Turns offsets into lines and columns. */
export class LineMap {
  readonly #starts: number[] = [0]

  constructor(source: string) {
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  positionOf(offset: number): SourcePosition {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 }
  }
}
