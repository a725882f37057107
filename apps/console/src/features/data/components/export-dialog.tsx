import { useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { exchangeTexts as texts } from '../../../texts/en/data-exchange.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import type { CollectionQuery } from '../filters/collection-query.ts'
import { type ExportScope, startExport } from '../jobs/start-export.ts'
import type { FileFormat } from '../jobs/read-documents.ts'
import { type Reaction, reactionTo } from '../../../backend/errors/reaction.ts'
import { FailureNotice } from '../../../ui/failure-notice.tsx'

/** What is exported, and in what form; a job does it. */
export function ExportDialog({
  collection,
  query,
  onClose,
  onStarted,
}: {
  /** undefined: the whole database. */
  readonly collection: string | undefined
  readonly query: CollectionQuery
  readonly onClose: () => void
  readonly onStarted: () => void
}) {
  const database = useDatabase()
  const hasQuery = query.conditions.length > 0 || query.orderings.length > 0 || query.limit !== undefined
  const isWhole = collection === undefined
  const [scope, setScope] = useState<ExportScope>(isWhole ? 'below' : hasQuery ? 'query' : 'collection')
  const [format, setFormat] = useState<FileFormat>('lines')
  const [isStarting, setStarting] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  const start = async (): Promise<void> => {
    setStarting(true)
    setFailing(undefined)
    try {
      await startExport({ database, collection: collection ?? '', query, scope, format })
      onStarted()
    } catch (thrown) {
      setFailing(reactionTo(thrown))
      setStarting(false)
    }
  }
  const scopes: readonly ExportScope[] = [...(hasQuery ? (['query'] as const) : []), 'collection', 'below']
  return (
    <Dialog isOpen onClose={onClose} title={isWhole ? texts.exportDatabase : texts.exportOf(collection)}>
      <form
        className="grid gap-4 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isStarting) void start()
        }}
      >
        {isWhole ? (
          <p className="text-table text-ink-2">{texts.databaseHelp}</p>
        ) : (
          <>
            <Select
              label={texts.what}
              options={scopes.map((id) => ({ id, label: texts.scopes[id] }))}
              value={scope}
              onChange={setScope}
            />
            <Select
              label={texts.format}
              options={(['lines', 'csv'] as const).map((id) => ({ id, label: texts.formats[id] }))}
              value={format}
              onChange={setFormat}
              description={format === 'lines' ? texts.linesHelp : texts.csvHelp}
            />
          </>
        )}
        <p className="text-table text-ink-2">{texts.exportHelp}</p>
        <FailureNotice failing={failing} />
        <DialogActions>
          <Button onPress={onClose}>{uiTexts.cancel}</Button>
          <Button type="submit" variant="primary" isPending={isStarting}>
            {texts.startExport}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
