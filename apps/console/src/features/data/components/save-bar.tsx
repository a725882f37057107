import { Undo2 } from 'lucide-react'
import { dataTexts } from '../../../texts/en/data.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Editing } from '../draft/use-draft.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { SaveProblem } from './save-problem.tsx'

/** What is not saved yet, and what can be done with it. Not there while there is nothing. */
export function SaveBar({
  editing,
  saved,
  isSaving,
  isBlocked,
  problem,
  onSave,
  onDiscard,
}: {
  readonly editing: Editing
  /** What the server holds. */
  readonly saved: TypedFields
  readonly isSaving: boolean
  /** Something has to be settled first, such as a conflict or a text that is no document. */
  readonly isBlocked: boolean
  readonly problem: unknown
  readonly onSave: () => void
  readonly onDiscard: () => void
}) {
  const count = editing.changes.length
  if (count === 0 && problem === undefined) return null
  return (
    <div className="grid max-h-[40dvh] gap-2 overflow-auto border-t border-line bg-ground-1 px-3 py-2">
      <ConflictNotice editing={editing} saved={saved} />
      {problem !== undefined && <SaveProblem problem={problem} />}
      {count > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span role="status" className="min-w-0 flex-1 text-table text-ink-2">
            {isSaving ? dataTexts.saving : dataTexts.notSaved(count)}
          </span>
          <IconButton label={dataTexts.undoChange} isDisabled={!editing.canUndo || isSaving} onPress={editing.undo}>
            <Undo2 />
          </IconButton>
          <Button isDisabled={isSaving} onPress={onDiscard}>
            {dataTexts.discard}
          </Button>
          <Button variant="primary" isPending={isSaving} isDisabled={isBlocked} onPress={onSave}>
            {dataTexts.save}
          </Button>
        </div>
      )}
    </div>
  )
}
