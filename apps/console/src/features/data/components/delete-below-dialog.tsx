import { useNavigate } from '@tanstack/react-router'
import { useDatabase } from '../../../shared/databases/use-database.ts'
import { exchangeTexts as texts } from '../../../texts/en/data-exchange.ts'
import { TypedConfirmDialog } from '../../../ui/typed-confirm-dialog.tsx'
import { deleteBelowJob } from '../jobs/delete-many-job.ts'
import { startJob } from '../../../shared/jobs/start-job.ts'
import { useHistoryTime } from '../../../session/use-history-time.ts'

/** Asks for the name before a collection, or a document, goes with all below it. The screen of the jobs shows how far it is. */
export function DeleteBelowDialog({ path, onClose }: { readonly path: string; readonly onClose: () => void }) {
  const database = useDatabase()
  const navigate = useNavigate()
  const kept = useHistoryTime()
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isDocument = path.split('/').length % 2 === 0
  return (
    <TypedConfirmDialog
      title={texts.deleteBelowTitle(path)}
      confirm={texts.deleteAll(name)}
      wanted={name}
      label={texts.typeName(name)}
      wrong={texts.wrongName(name)}
      onConfirm={() => {
        if (!startJob(deleteBelowJob(database, path))) return
        onClose()
        void navigate({ to: '/projects/$project/jobs', params: { project: database.project.id } })
      }}
      onClose={onClose}
    >
      {isDocument ? texts.deleteDocumentBelowText(kept) : texts.deleteCollectionText(kept)}
    </TypedConfirmDialog>
  )
}
