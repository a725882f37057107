import type { WindowState } from '../window/document-window.ts'

/** A row that moved is looked for so far from where it was. */
const lookedAround = 1000

/**
 * Where a document of a list stands now, that stood at `row` before. `gone` when it is not there any more; undefined when its place is too
 * far from the screen to be known.
 */
export function findRow(
  path: string,
  row: number,
  { size, documentAt }: Pick<WindowState, 'size' | 'documentAt'>,
): number | 'gone' | undefined {
  for (let distance = 0; distance <= lookedAround; distance += 1) {
    for (const at of distance === 0 ? [row] : [row - distance, row + distance]) {
      if (at >= 0 && documentAt(at)?.ref.path === path) return at
    }
  }
  const there = Math.min(row, size - 1)
  return there < 0 || documentAt(there) !== undefined ? 'gone' : undefined
}
