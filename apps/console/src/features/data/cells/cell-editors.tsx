import type { Firestore } from 'firebase/firestore'
import { memo, useState, useSyncExternalStore, type RefObject } from 'react'
import { decodePath, placeOf } from '../../../documents/data-path.ts'
import { cellTexts } from '../../../texts/en/data-cells.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { LeaveDialog, type Place, useLeaveBlocker } from '../../../ui/leave-dialog.tsx'
import { useHeldChanges } from '../../../ui/unsaved-changes.ts'
import { toast } from '../../../ui/toast.ts'
import type { GridHandle } from '../components/document-grid-props.ts'
import type { SeenFields } from '../filters/seen-fields.ts'
import type { WindowState } from '../window/document-window.ts'
import { CellEditor } from './cell-editor.tsx'
import type { CellEdits } from './cell-edits.ts'
import { findRow } from './find-row.ts'
import type { UndoSteps } from '../undo-steps.ts'

const noTexts: readonly string[] = []

/** The cells of a table that are being edited or on their way. Render it together with the table, so that it knows where they are. */
export function CellEditors({
  firestore,
  edits,
  undos,
  table,
  shown,
  seen,
}: {
  readonly firestore: Firestore
  readonly edits: CellEdits
  readonly undos: UndoSteps
  readonly table: RefObject<GridHandle | null>
  readonly shown: Pick<WindowState, 'size' | 'documentAt'>
  readonly seen: SeenFields
}) {
  const all = useSyncExternalStore(edits.subscribe, edits.getEdits)
  const { visible } = edits
  return (
    <>
      {all.map((edit) => {
        const row = findRow(edit.document.ref.path, edit.row, shown)
        const at = typeof row === 'number' ? row : edit.row
        return (
          <CellEditor
            key={edit.key}
            firestore={firestore}
            edit={edit}
            edits={edits}
            isVisible={edit === visible}
            row={row}
            texts={seen.get(edit.field)?.texts ?? noTexts}
            findSight={() => ({
              cell: typeof row === 'number' ? table.current?.findCell(row, edit.column) : undefined,
              box: table.current?.findBox(),
            })}
            onLeave={(step) => table.current?.step(at, edit.column, step)}
            onSaved={(undo, isRemoval) => {
              // What is undone is not offered to be undone beside the note that it is.
              const run = undos.push(async () => {
                const redo = await undo()
                close()
                return redo
              })
              const close = toast((isRemoval ? cellTexts.removed : cellTexts.saved)(edit.field, edit.document.id), {
                label: dataTexts.undo,
                topic: 'document',
                run: () => void run(),
              })
            }}
          />
        )
      })}
      <LeaveTableDialog edits={edits} />
    </>
  )
}

/**
 * Asks before a table with cells that are not saved is left, by any way. What is sent goes on, and only closing the page asks about it,
 * or signing out.
 */
const LeaveTableDialog = memo(function LeaveTableDialog({ edits }: { readonly edits: CellEdits }) {
  const blocker = useLeaveBlocker({
    asks: (current, next) => edits.unsent > 0 && tableOf(current) !== tableOf(next),
    asksOnClose: () => edits.unsaved > 0,
  })
  useHeldChanges(() => edits.unsaved)
  /** How many are being saved before the table is left: they count as sent by now. */
  const [saving, setSaving] = useState<number>()
  if (blocker.status !== 'blocked') return null
  const lost = saving ?? edits.unsent
  const keep = async (): Promise<void> => {
    setSaving(lost)
    const isKept = await edits.saveAll()
    setSaving(undefined)
    if (isKept) blocker.proceed()
    // The cell says why not.
    else blocker.reset()
  }
  return (
    <LeaveDialog
      title={dataTexts.leaveTitle(lost)}
      text={cellTexts.leaveText}
      leave={dataTexts.discardChanges(lost)}
      stay={dataTexts.stay}
      keep={{ label: dataTexts.saveAndLeave, isPending: saving !== undefined, onKeep: () => void keep() }}
      onLeave={() => {
        edits.giveUp()
        blocker.proceed()
      }}
      onStay={blocker.reset}
    />
  )
})

/** What of an address makes it another table; which document is open beside it doesn't. */
function tableOf({ routeId, params, search }: Place): string {
  const path = '_splat' in params && typeof params._splat === 'string' ? params._splat : ''
  const { tab: _, version: __, as: ___, claims: ____, ...query } = search as Record<string, unknown>
  return JSON.stringify([routeId, placeOf(decodePath(path)).collection, query])
}
