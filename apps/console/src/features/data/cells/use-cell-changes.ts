import type { QueryDocumentSnapshot } from 'firebase/firestore'
import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { cellTexts } from '../../../texts/en/data-cells.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { formatNumber } from '../../../texts/format.ts'
import { toast } from '../../../ui/toast.ts'
import type { GridColumn } from '../columns/grid-column.ts'
import type { GridEditing, PasteTarget } from '../components/document-grid-props.ts'
import { UndoSteps } from '../undo-steps.ts'
import { CellEdits, type CellMarks } from './cell-edits.ts'
import { type CopiedCells, isAsked, type PastePlan, pastedLengthMax, planPaste } from './range-cells.ts'
import { type CellWrite, documentsMax, saveCells } from './save-cells.ts'

export interface CellChanges {
  readonly edits: CellEdits
  readonly marks: CellMarks
  readonly editing: GridEditing
  /** What a paste does that is asked about. */
  readonly pasting: PastePlan | undefined
  readonly setPasting: (plan: PastePlan | undefined) => void
  readonly write: (cells: readonly CellWrite[]) => Promise<void>
  /** Why several cells were not saved, or not taken back. */
  readonly problem: unknown
}

/** What becomes of the cells of a table: one in its editor, several at once by a paste or a fill, and the ways back. */
export function useCellChanges({
  database,
  documentAt,
  columns,
  copied,
  undos,
}: {
  readonly database: ProjectDatabase
  readonly documentAt: (row: number) => QueryDocumentSnapshot | undefined
  readonly columns: readonly GridColumn[]
  readonly copied: CopiedCells
  readonly undos: UndoSteps
}): CellChanges {
  const [edits] = useState(() => new CellEdits())
  const marks = useSyncExternalStore(edits.subscribe, edits.getMarks)
  const [problem, setProblem] = useState<unknown>()
  const { problem: notUndone } = useSyncExternalStore(undos.subscribe, undos.getSnapshot)
  const [pasting, setPasting] = useState<PastePlan>()
  const write = async (cells: readonly CellWrite[]): Promise<void> => {
    setProblem(undefined)
    if (cells.length === 0) {
      toast(cellTexts.nothingToSave)
      return
    }
    if (new Set(cells.map(({ document }) => document.ref.path)).size > documentsMax) {
      toast(cellTexts.tooMany(formatNumber(documentsMax)))
      return
    }
    try {
      const undo = await saveCells(database, cells)
      const run = undos.push(async () => {
        const redo = await undo()
        close()
        return redo
      }, cells.length)
      const close = toast(cellTexts.savedCells(cells.length), {
        label: dataTexts.undo,
        topic: 'document',
        run: () => void run(),
      })
    } catch (thrown) {
      setProblem(thrown)
    }
  }
  const latest = useRef({ write, documentAt })
  latest.current = { write, documentAt }
  const editing = useMemo(
    () => ({
      marks,
      open: (...cell: Parameters<typeof edits.open>) => edits.open(...cell),
      put: (...cell: Parameters<typeof edits.put>) => edits.put(...cell),
      write: (cells: readonly CellWrite[]) => void latest.current.write(cells),
      paste: (pasted: string, at: PasteTarget) => {
        if (pasted.length > pastedLengthMax) {
          toast(cellTexts.tooLong)
          return
        }
        const plan = planPaste(pasted, at, { documentAt: latest.current.documentAt, columns, marks }, copied)
        if (isAsked(plan)) setPasting(plan)
        else void latest.current.write(plan.cells)
      },
      undo: () => undos.undo(),
      redo: () => undos.redo(),
    }),
    [edits, marks, undos, columns, copied],
  )
  return { edits, marks, editing, pasting, setPasting, write, problem: problem ?? notUndone }
}

/** The ways back from what was saved in the tables of a collection, whatever was asked for in between. */
export function useUndoSteps(collection: string | undefined): UndoSteps {
  const [known, setKnown] = useState(() => ({ collection, undos: makeUndoSteps() }))
  const now = known.collection === collection ? known : { collection, undos: makeUndoSteps() }
  if (now !== known) setKnown(now)
  return now.undos
}

function makeUndoSteps(): UndoSteps {
  const undos = new UndoSteps((changes, kind) => {
    const [text, label, run] =
      kind === 'undo'
        ? ([cellTexts.undone(changes), dataTexts.redo, () => undos.redo()] as const)
        : ([cellTexts.redone(changes), dataTexts.undo, () => undos.undo()] as const)
    toast(text, { label, topic: 'document', run })
  })
  return undos
}
