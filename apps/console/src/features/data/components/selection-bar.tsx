import { useState } from 'react'
import { useDatabase } from '../../../databases/use-database.ts'
import { messageOf } from '../../../errors/reaction.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { CollectionQuery } from '../filters/collection-query.ts'
import type { ManyDocuments } from '../jobs/many-documents.ts'
import { DeleteFoundDialog } from './delete-found-dialog.tsx'
import { DeleteSelectedDialog } from './delete-selected-dialog.tsx'
import { SetFieldDialog } from './set-field-dialog.tsx'

export interface SelectionBarProps {
  readonly collection: string
  readonly query: CollectionQuery
  readonly paths: readonly string[]
  /** All that were shown were selected together, and there are more. */
  readonly mayTakeAll: boolean
  readonly count: () => Promise<number>
  readonly onClear: () => void
}

/** How many documents are selected, and what can be done with them together. Not there while there are none. */
export function SelectionBar({ collection, query, paths, mayTakeAll, count, onClear }: SelectionBarProps) {
  const database = useDatabase()
  const [asking, setAsking] = useState<'delete' | 'set-field'>()
  const [problem, setProblem] = useState<string>()
  const [found, setFound] = useState<number>()
  const [isCounting, setCounting] = useState(false)
  const isAll = found !== undefined && mayTakeAll
  // A selection that changes is another one, and no more all that the query finds.
  if (found !== undefined && !mayTakeAll && asking === undefined) setFound(undefined)
  const documents: ManyDocuments = isAll ? { kind: 'found', query, count: found } : { kind: 'chosen', paths }
  const size = isAll ? found : paths.length
  const sizeText = exchangeTexts.documents(size, formatNumber(size))

  const takeAll = async (): Promise<void> => {
    setCounting(true)
    setProblem(undefined)
    try {
      setFound(await count())
    } catch (thrown) {
      setProblem(messageOf(thrown))
    } finally {
      setCounting(false)
    }
  }
  const clear = (): void => {
    setFound(undefined)
    onClear()
  }
  const close = (): void => setAsking(undefined)
  const leaveSelection = (): void => {
    close()
    clear()
  }
  return (
    <>
      {problem !== undefined && (
        <div className="p-2">
          <Notice tone="danger" isAnnounced>
            {problem}
          </Notice>
        </div>
      )}
      <div
        role="status"
        className={
          size === 0
            ? 'sr-only'
            : 'flex flex-wrap items-center gap-2 border-t border-line bg-ground-1 px-3 py-2 text-table'
        }
      >
        {size > 0 && (
          <>
            <span className="min-w-max flex-1">
              {isAll ? exchangeTexts.allFound(formatNumber(found)) : queryTexts.selected(paths.length)}
            </span>
            {mayTakeAll && !isAll && (
              <Button size="small" variant="quiet" isPending={isCounting} onPress={() => void takeAll()}>
                {exchangeTexts.selectAllFound}
              </Button>
            )}
            <Button size="small" onPress={clear}>
              {queryTexts.clearSelection}
            </Button>
            <Button size="small" onPress={() => setAsking('set-field')}>
              {exchangeTexts.setField}
            </Button>
            <Button size="small" variant="danger" onPress={() => setAsking('delete')}>
              {exchangeTexts.deleteAll(sizeText)}
            </Button>
          </>
        )}
      </div>
      {asking === 'delete' && documents.kind === 'chosen' && (
        <DeleteSelectedDialog paths={documents.paths} onClose={close} onDeleted={clear} onProblem={setProblem} />
      )}
      {asking === 'delete' && documents.kind === 'found' && (
        <DeleteFoundDialog
          many={{ database, collection, documents }}
          size={sizeText}
          onClose={close}
          onStarted={leaveSelection}
        />
      )}
      {asking === 'set-field' && (
        <SetFieldDialog
          many={{ database, collection, documents }}
          size={sizeText}
          onClose={close}
          onStarted={leaveSelection}
        />
      )}
    </>
  )
}
