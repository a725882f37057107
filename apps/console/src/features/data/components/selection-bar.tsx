import { useState } from 'react'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { CollectionQuery } from '../filters/collection-query.ts'
import type { ManyDocuments } from '../jobs/many-documents.ts'
import type { FieldPreset } from './set-field-dialog.tsx'
import { type SelectionAct, SelectionQuestion } from './selection-question.tsx'

export interface SelectionBarProps {
  readonly collection: string
  readonly query: CollectionQuery
  readonly paths: readonly string[]
  /** How many the query found when all of them were selected; undefined when they aren't. */
  readonly found: number | undefined
  /** All that were shown were selected together, and there are more. */
  readonly mayTakeAll: boolean
  /** Counts all that the query finds, and selects them. */
  readonly takeAll: () => Promise<void>
  readonly onClear: () => void
  /** What is being asked about them. */
  readonly asking: SelectionAct | undefined
  /** The cell that somebody pointed at, where a field is to be set. */
  readonly preset: FieldPreset | undefined
  readonly onAsk: (act: SelectionAct | undefined) => void
}

/** How many documents are selected, and what can be done with them together. Not there while there are none. */
export function SelectionBar(props: SelectionBarProps) {
  const { collection, query, paths, found, mayTakeAll, takeAll, onClear, asking, preset, onAsk } = props
  const [problem, setProblem] = useState<string>()
  const [isCounting, setCounting] = useState(false)
  const documents: ManyDocuments =
    found === undefined ? { kind: 'chosen', paths } : { kind: 'found', query, count: found }
  const count = found ?? paths.length

  const takeFound = async (): Promise<void> => {
    setCounting(true)
    setProblem(undefined)
    try {
      await takeAll()
    } catch (thrown) {
      setProblem(messageOf(thrown))
    } finally {
      setCounting(false)
    }
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
          count === 0
            ? 'sr-only'
            : 'flex flex-wrap items-center gap-2 border-t border-line bg-ground-1 px-3 py-2 text-table'
        }
      >
        {count > 0 && (
          <>
            <span className="min-w-max flex-1">
              {found === undefined ? queryTexts.selected(paths.length) : exchangeTexts.allFound(formatNumber(found))}
            </span>
            {mayTakeAll && found === undefined && (
              <Button size="small" variant="quiet" isPending={isCounting} onPress={() => void takeFound()}>
                {exchangeTexts.selectAllFound}
              </Button>
            )}
            <Button size="small" onPress={onClear}>
              {queryTexts.clearSelection}
            </Button>
            <Button size="small" onPress={() => onAsk('set-field')}>
              {exchangeTexts.setField}
            </Button>
            <Button size="small" variant="danger" onPress={() => onAsk('delete')}>
              {exchangeTexts.deleteAll(exchangeTexts.documents(count, formatNumber(count)))}
            </Button>
          </>
        )}
      </div>
      {asking !== undefined && (
        <SelectionQuestion
          act={asking}
          collection={collection}
          documents={documents}
          preset={preset}
          onClose={() => onAsk(undefined)}
          onStarted={onClear}
          onProblem={setProblem}
        />
      )}
    </>
  )
}
