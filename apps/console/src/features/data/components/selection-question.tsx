import { useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-database.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { formatNumber } from '../../../texts/format.ts'
import { countOf, type ManyDocuments } from '../jobs/many-documents.ts'
import { DeleteFoundDialog } from './delete-found-dialog.tsx'
import { DeleteSelectedDialog } from './delete-selected-dialog.tsx'
import { SetFieldDialog } from './set-field-dialog.tsx'

export type SelectionAct = 'delete' | 'set-field'

/** Asks what is to be done with the documents that are selected. They stay those of the first moment while it is open, whatever the list does. */
export function SelectionQuestion({
  act,
  collection,
  documents,
  onClose,
  onStarted,
  onProblem,
}: {
  readonly act: SelectionAct
  readonly collection: string
  readonly documents: ManyDocuments
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
  if (act === 'set-field') return <SetFieldDialog many={many} size={size} onClose={onClose} onStarted={start} />
  if (asked.kind !== 'chosen') return <DeleteFoundDialog many={many} size={size} onClose={onClose} onStarted={start} />
  return <DeleteSelectedDialog paths={asked.paths} onClose={onClose} onDeleted={onStarted} onProblem={onProblem} />
}
