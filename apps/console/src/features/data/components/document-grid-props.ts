import type { CellMarks, CellPlace } from '../cells/cell-edits.ts'
import type { Step } from '../cells/use-cell-keys.ts'
import type { QueryDocumentSnapshot } from 'firebase/firestore'
import type { RefObject } from 'react'
import type { Ordering } from '../../../documents/condition.ts'
import type { Selection } from '../use-selection.ts'
import type { GridColumn } from '../columns/grid-column.ts'

export interface GridEditing {
  /** What cells show that are typed and not saved. */
  readonly marks: CellMarks
  /** `typed` takes the place of the value. */
  readonly open: (place: CellPlace, typed?: string) => void
  /** Takes the field away. */
  readonly remove: (place: CellPlace) => void
  /** Takes back what was saved last. */
  readonly undo: () => void
}

export interface GridHandle {
  /** undefined for a cell that is not painted. */
  readonly findCell: (row: number, column: number) => HTMLElement | undefined
  /** What the cells are seen in. */
  readonly findBox: () => HTMLElement | undefined
  /** Puts the focus on a cell of the document, or on the one beside it; beyond an end of the row on one of the next row. */
  readonly step: (row: number, column: number, step: Step) => void
}

export interface DocumentGridProps {
  readonly label: string
  readonly size: number
  /** There are more behind them. */
  readonly hasMore: boolean
  /** undefined for one that is not known at the moment. */
  readonly documentAt: (row: number) => QueryDocumentSnapshot | undefined
  /** Told which rows are on the screen or near it. */
  readonly onShow: (first: number, last: number) => void
  /** None shows the ids alone. */
  readonly columns: readonly GridColumn[]
  /** The id of the document that is open. */
  readonly openId: string | undefined
  /** The address of a document by its id. */
  readonly hrefOf: (id: string) => string
  /** What the list is sorted by first, if anything. */
  readonly ordering: Ordering | undefined
  readonly orderedBy: string | undefined
  readonly onSort: (column: string) => void
  /** undefined where nothing may be selected. */
  readonly selection: Selection | undefined
  /** Whether the document of a path is deleted, though it is still in the list; undefined while none is. */
  readonly isGone: ((path: string) => boolean) | undefined
  readonly onOpen: (id: string) => void
  /** Deletes a document by its path, or all that are selected when it is one of them; undefined where nobody may. */
  readonly onDelete: ((path: string) => void) | undefined
  /** undefined where no cell may be edited. */
  readonly editing: GridEditing | undefined
  /** For what goes on beside the table with its cells. */
  readonly handle?: RefObject<GridHandle | null>
}
