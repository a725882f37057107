import type { CellMarks, CellPlace } from '../cells/cell-edits.ts'
import type { CellCopy, CopiedCells } from '../cells/range-cells.ts'
import type { CellWrite } from '../cells/save-cells.ts'
import type { GridCursor } from '../cells/grid-cursor.ts'
import type { Step } from '../cells/use-cell-keys.ts'
import type { QueryDocumentSnapshot } from 'firebase/firestore'
import type { ReactNode, RefObject } from 'react'
import type { Ordering } from '../../../documents/condition.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import type { RowVerdict } from '../../../shared/see-as/verdicts.ts'
import type { Selection } from '../use-selection.ts'
import type { GridColumn } from '../columns/grid-column.ts'
import type { CellLook } from './cell-content.tsx'

export interface GridEditing {
  /** What cells show that are typed and not saved. */
  readonly marks: CellMarks
  /** `typed` takes the place of the value. */
  readonly open: (place: CellPlace, typed?: string) => void
  /** Gives the cell a value without an editor; undefined takes its field away. */
  readonly put: (place: CellPlace, value: TypedValue | undefined) => void
  /** Writes several cells in one commit. */
  readonly write: (cells: readonly CellWrite[]) => void
  /** Asks what a text that was pasted is to do here, or does it where there is nothing to ask. */
  readonly paste: (text: string, at: PasteTarget) => void
  /** Takes back what was saved last. */
  readonly undo: () => void
  /** Makes again what was taken back last. */
  readonly redo: () => void
}

/** The cells that a paste begins at, or fills. */
export interface PasteTarget {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface GridHandle {
  /** undefined for a cell that is not painted. */
  readonly findCell: (row: number, column: number) => HTMLElement | undefined
  /** What the cells are seen in. */
  readonly findBox: () => HTMLElement | undefined
  /** Puts the focus on a cell of the document, or on the one beside or below it; beyond an end of the row on one of the next row. */
  readonly step: (row: number, column: number, step: Step) => void
}

/** A cell that somebody asks what can be done with, and where on the screen. */
export interface MenuPlace {
  readonly document: QueryDocumentSnapshot
  readonly row: number
  readonly column: number
  readonly x: number
  readonly y: number
  /** The cells that are held with it, where they are several. */
  readonly box: PasteTarget | undefined
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
  /** Rows are numbered, cells parted by lines, and columns as wide as somebody made them. */
  readonly isTable: boolean
  readonly look: CellLook
  /** The id of the document that is open. */
  readonly openId: string | undefined
  /** The address of a document by its id. */
  readonly hrefOf: (id: string) => string
  /** What the list is sorted by first, if anything. */
  readonly ordering: Ordering | undefined
  readonly orderedBy: string | undefined
  readonly onSort: (column: string) => void
  /** undefined where columns stay as they are. */
  readonly onColumn: ((field: string, change: ColumnChange) => void) | undefined
  /** undefined where nothing may be selected. */
  readonly selection: Selection | undefined
  /** Whether the document of a path is deleted, though it is still in the list; undefined while none is. */
  readonly isGone: ((path: string) => boolean) | undefined
  readonly onOpen: (id: string) => void
  /** Goes to the document that a reference names. */
  readonly onFollow: (path: string) => void
  /** Asks for the documents with the value of this cell, or (`isNot`) without it. */
  readonly onFilter: (document: QueryDocumentSnapshot, column: GridColumn, isNot: boolean) => void
  /** Deletes a document by its path, or all that are selected when it is one of them; undefined where nobody may. */
  readonly onDelete: ((path: string) => void) | undefined
  /** undefined where no cell may be edited. */
  readonly editing: GridEditing | undefined
  /** What can be done with a cell, as items of a menu; `copy` is what copying it, or what is held with it, gives. */
  readonly menuOf: (place: MenuPlace, copy: CellCopy) => ReactNode
  /** Keeps what is copied. */
  readonly copied: CopiedCells
  /** What rules let somebody do with the document of a path; undefined while the table is seen as oneself. */
  readonly verdictOf: ((path: string) => RowVerdict | undefined) | undefined
  readonly cursor: GridCursor
  /** For what goes on beside the table with its cells. */
  readonly handle?: RefObject<GridHandle | null>
}

/** What becomes of a column: `undefined` as its width is the usual one. */
export type ColumnChange =
  | { readonly kind: 'width'; readonly width: number | undefined }
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'hide' }
  | { readonly kind: 'pin'; readonly isPinned: boolean }
