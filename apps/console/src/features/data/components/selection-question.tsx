import { useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { exchangeTexts, exchangeTexts as texts } from '../../../texts/en/data-exchange.ts'
import { formatNumber } from '../../../texts/format.ts'
import { countOf, type ManyDocuments, type ChangeMany } from '../jobs/many-documents.ts'
import { DeleteSelectedDialog } from './delete-selected-dialog.tsx'
import { type FieldPreset, SetFieldDialog } from './set-field-dialog.tsx'
import { TypedConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { deleteManyJob } from '../jobs/delete-many-job.ts'
import { startJob } from '../../../shared/jobs/jobs.ts'
import { useHistoryTime } from '../../../session/use-history-time.ts'

export type SelectionAct = 'delete' | 'set-field'

/** Asks what is to be done with the documents that are selected. They stay those of the first moment while it is open, whatever the list does. */
export function SelectionQuestion({
  act,
  collection,
  documents,
  preset,
  onClose,
  onStarted,
  onProblem,
}: {
  readonly act: SelectionAct
  readonly collection: string
  readonly documents: ManyDocuments
  readonly preset: FieldPreset | undefined
  readonly onClose: () => void
  /** They are on their way, or gone: nothing is selected any more. */
  readonly onStarted: () => void
  readonly onProblem: (problem: string | undefined) => void
}) {
  const database = useDatabase()
  const [asked] = useState(documents)
  const count = countOf(asked) ?? 0
  const size = exchangeTexts.documents(count, formatNumber(count))
  const many = { database, collection, documents: asked }
  const start = (): void => {
    onClose()
    onStarted()
  }
  if (act === 'set-field')
    return <SetFieldDialog many={many} size={size} preset={preset} onClose={onClose} onStarted={start} />
  if (asked.kind !== 'chosen') return <DeleteFoundDialog many={many} size={size} onClose={onClose} onStarted={start} />
  return <DeleteSelectedDialog paths={asked.paths} onClose={onClose} onDeleted={onStarted} onProblem={onProblem} />
}

/** Asks for the name of the collection before all that a query finds is deleted. */
function DeleteFoundDialog({
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
