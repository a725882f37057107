import { Undo2 } from 'lucide-react'
import { dataTexts } from '../../../texts/en/data.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Editing } from '../draft/use-draft.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import type { DocumentSaving } from '../use-save-document.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { SaveProblem } from './save-problem.tsx'

/** What is not saved yet, and what can be done with it. Not there while there is nothing. */
export function SaveBar({
  editing,
  path,
  saved,
  saving: { isSaving, isBlocked, problem, save, setProblem },
}: {
  readonly editing: Editing
  /** Of the document. */
  readonly path: string
  /** What the server holds. */
  readonly saved: TypedFields
  readonly saving: DocumentSaving
}) {
  const count = editing.changes.length
  if (count === 0 && !isSaving && problem === undefined) return null
  const left = count === 0 ? '' : dataTexts.notSaved(count)
  return (
    <div className="grid max-h-[40dvh] gap-2 overflow-auto border-t border-line bg-ground-1 px-3 py-2">
      <ConflictNotice editing={editing} path={path} saved={saved} />
      {problem !== undefined && <SaveProblem problem={problem} />}
      {(count > 0 || isSaving) && (
        <div className="flex flex-wrap items-center gap-2">
          <span role="status" className="min-w-0 flex-1 text-table text-ink-2">
            {isSaving ? [dataTexts.saving, left].filter((text) => text !== '').join(' · ') : left}
          </span>
          <IconButton label={dataTexts.undoChange} isDisabled={!editing.canUndo} onPress={editing.undo}>
            <Undo2 />
          </IconButton>
          <Button
            isDisabled={count === 0}
            onPress={() => {
              setProblem(undefined)
              editing.discard()
            }}
          >
            {dataTexts.discard}
          </Button>
          <Button variant="primary" isPending={isSaving} isDisabled={isBlocked} onPress={() => void save()}>
            {dataTexts.save}
          </Button>
        </div>
      )}
    </div>
  )
}
