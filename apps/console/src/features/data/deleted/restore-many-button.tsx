import { ArchiveRestore } from 'lucide-react'
import { useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-database.ts'
import { startJob } from '../../../shared/jobs/start-job.ts'
import { historyTexts as texts } from '../../../texts/en/data-history.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Selection } from '../../../ui/use-selection.ts'
import type { DeletedDocument } from './list-deleted.ts'
import { restoreManyJob, type Restoration } from './restore-many-job.ts'

/** Restores those that are selected, or all that are listed where nothing is, after a deletion of many that was a mistake. */
export function RestoreManyButton({
  collection,
  deleted,
  selection,
  onClear,
}: {
  readonly collection: string | undefined
  readonly deleted: readonly DeletedDocument[]
  /** By path. What isn't listed any more is not restored; while it is selected nothing else is in its stead. */
  readonly selection: Selection
  /** Selects nothing any more; the button that does it goes, and the focus with it. */
  readonly onClear: () => void
}) {
  const database = useDatabase()
  // Those that the question is about, which stay the same while it is open, whatever the list does.
  const [asking, setAsking] = useState<readonly Restoration[]>()
  const restorable = deleted.flatMap(({ path, lastVersion }) => (lastVersion === null ? [] : [{ path, lastVersion }]))
  const isSelecting = selection.keys.size > 0
  const chosen = isSelecting ? restorable.filter(({ path }) => selection.keys.has(path)) : restorable
  return (
    <>
      {isSelecting && (
        <Button variant="quiet" onPress={onClear}>
          {queryTexts.clearSelection}
        </Button>
      )}
      {(isSelecting || restorable.length > 1) && (
        <Button icon={<ArchiveRestore />} isDisabled={chosen.length === 0} onPress={() => setAsking(chosen)}>
          {isSelecting ? texts.restoreSelected(chosen.length) : texts.restoreAll(chosen.length)}
        </Button>
      )}
      {asking !== undefined && (
        <ConfirmDialog
          title={texts.restoreManyTitle(asking.length)}
          confirm={texts.restoreManyConfirm(asking.length)}
          isDanger={false}
          onClose={() => setAsking(undefined)}
          onConfirm={async () => {
            const isStarted = startJob(restoreManyJob(database, collection, asking))
            if (isStarted) selection.clear()
            return isStarted
          }}
        >
          {texts.restoreManyText}
        </ConfirmDialog>
      )}
    </>
  )
}
