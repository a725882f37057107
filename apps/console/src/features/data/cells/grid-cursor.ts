import type { RangeBox } from './grid-range.ts'

export interface CursorState {
  /** From zero; undefined while no cell has the focus. */
  readonly row: number | undefined
  /** Column 0 are the ids. */
  readonly column: number | undefined
  /** The cells that are held together; undefined for one or none. */
  readonly box: RangeBox | undefined
}

const nowhere: CursorState = { row: undefined, column: undefined, box: undefined }

/** Where somebody is in a table, for what tells it beside the table without rendering the table. */
export class GridCursor {
  readonly #listeners = new Set<() => void>()
  #state = nowhere

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getSnapshot = (): CursorState => this.#state

  set(state: Partial<CursorState>): void {
    const next = { ...this.#state, ...state }
    const { row, column, box } = this.#state
    if (next.row === row && next.column === column && next.box === box) return
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}
