import { exchangeTexts as texts } from '../../../texts/en/data-exchange.ts'
import { TypedConfirmDialog } from '../../../ui/typed-confirm-dialog.tsx'
import { deleteManyJob } from '../jobs/delete-many-job.ts'
import type { ChangeMany } from '../jobs/many-documents.ts'
import { startJob } from '../../../shared/jobs/start-job.ts'
import { useHistoryTime } from '../../../session/use-history-time.ts'

/** Asks for the name of the collection before all that a query finds is deleted. */
export function DeleteFoundDialog({
  many,
  size,
  onClose,
  onStarted,
}: {
  readonly many: ChangeMany
  /** Such as `1,204 documents`. */
  readonly size: string
  readonly onClose: () => void
  readonly onStarted: () => void
}) {
  const kept = useHistoryTime()
  const name = many.collection.slice(many.collection.lastIndexOf('/') + 1)
  return (
    <TypedConfirmDialog
      title={texts.deleteAllTitle(size)}
      confirm={texts.deleteAll(size)}
      wanted={name}
      label={texts.typeName(name)}
      wrong={texts.wrongName(name)}
      onConfirm={() => {
        if (startJob(deleteManyJob(many))) onStarted()
      }}
      onClose={onClose}
    >
      {texts.deleteAllText(kept)}
    </TypedConfirmDialog>
  )
}
