import { ArchiveRestore } from 'lucide-react'
import { useState } from 'react'
import { useDatabase } from '../../../databases/use-database.ts'
import { startJob } from '../../../jobs/start-job.ts'
import { historyTexts as texts } from '../../../texts/en/data-history.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { DeletedDocument } from './list-deleted.ts'
import { restoreManyJob } from './restore-many-job.ts'

/** Restores all that are listed, after a deletion of many that was a mistake. */
export function RestoreAllButton({
  collection,
  deleted,
}: {
  readonly collection: string | undefined
  readonly deleted: readonly DeletedDocument[]
}) {
  const database = useDatabase()
  const [isAsking, setAsking] = useState(false)
  const restorable = deleted.flatMap(({ path, lastVersion }) => (lastVersion === null ? [] : [{ path, lastVersion }]))
  const count = restorable.length
  if (count < 2) return null
  return (
    <>
      <Button icon={<ArchiveRestore />} onPress={() => setAsking(true)}>
        {texts.restoreAll(count)}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.restoreAllTitle(count)}
          confirm={texts.restoreAllConfirm(count)}
          isDanger={false}
          onClose={() => setAsking(false)}
          onConfirm={async () => startJob(restoreManyJob(database, collection, restorable))}
        >
          {texts.restoreAllText}
        </ConfirmDialog>
      )}
    </>
  )
}
