export interface Figure {
  readonly name: string
  readonly unit: string
  readonly measured: number
  /** The least that could be had, measured in the same run; the figure then counts as a part of it. */
  readonly floor?: number
  /** With a floor the least ratio, without one the most the figure may be. */
  readonly goal?: number
}

/** Hands a figure to `npm run bench`, which prints it. */
export function report(figure: Figure): void {
  process.stdout.write(`${JSON.stringify(figure)}\n`)
}

/** Hands a sentence to `npm run bench`, which prints it among the figures. */
export function note(text: string): void {
  process.stdout.write(`${JSON.stringify({ note: text })}\n`)
}
