import type { Query } from 'firebase/firestore'
import { useState } from 'react'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { countDocuments } from '../use-documents.ts'

/** How many documents are shown, and how many there are when somebody asks. */
export function DocumentCount({
  shown,
  hasMore,
  query,
  onCounted,
}: {
  readonly shown: number
  readonly hasMore: boolean
  /** Without a limit. */
  readonly query: Query
  readonly onCounted: (count: number) => void
}) {
  const [counted, setCounted] = useState<string>()
  const [isCounting, setCounting] = useState(false)
  const count = async (): Promise<void> => {
    setCounting(true)
    try {
      const found = await countDocuments(query)
      setCounted(queryTexts.counted(formatNumber(found)))
      onCounted(found)
    } catch (thrown) {
      setCounted(messageOfRead(thrown))
    } finally {
      setCounting(false)
    }
  }
  return (
    <>
      <span role="status" className="truncate text-small text-ink-2">
        {counted ?? queryTexts.shown(shown, hasMore)}
      </span>
      {hasMore && counted === undefined && (
        <Button size="small" variant="quiet" isPending={isCounting} onPress={() => void count()}>
          {queryTexts.countAll}
        </Button>
      )}
    </>
  )
}
