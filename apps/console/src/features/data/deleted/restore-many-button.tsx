import { ArchiveRestore } from 'lucide-react'
import { useState } from 'react'
import { useDatabase } from '../../../databases/use-database.ts'
import { startJob } from '../../../jobs/start-job.ts'
import { historyTexts as texts } from '../../../texts/en/data-history.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Selection } from '../../../ui/use-selection.ts'
import type { DeletedDocument } from './list-deleted.ts'
import { restoreManyJob } from './restore-many-job.ts'

/** Restores those that are selected, or all that are listed where none is, after a deletion of many that was a mistake. */
export function RestoreManyButton({
  collection,
  deleted,
  selection,
}: {
  readonly collection: string | undefined
  readonly deleted: readonly DeletedDocument[]
  /** By path; of what isn't listed any more nothing counts. */
  readonly selection: Selection
}) {
  const database = useDatabase()
  const [isAsking, setAsking] = useState(false)
  const restorable = deleted.flatMap(({ path, lastVersion }) => (lastVersion === null ? [] : [{ path, lastVersion }]))
  const selected = restorable.filter(({ path }) => selection.keys.has(path))
  const chosen = selected.length === 0 ? restorable : selected
  const count = chosen.length
  if (restorable.length < 2) return null
  return (
    <>
      <Button icon={<ArchiveRestore />} onPress={() => setAsking(true)}>
        {selected.length === 0 ? texts.restoreAll(count) : texts.restoreSelected(count)}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.restoreManyTitle(count)}
          confirm={texts.restoreManyConfirm(count)}
          isDanger={false}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const isStarted = startJob(restoreManyJob(database, collection, chosen))
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
