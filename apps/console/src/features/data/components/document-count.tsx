import type { Query } from 'firebase/firestore'
import { useState, useEffect, useRef } from 'react'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { countDocuments } from '../use-documents.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { useFailure } from '../../../ui/query-content.tsx'
import { useMissingDocuments } from '../queries/data-queries.ts'
import { useDeletions } from '../queries/delete-documents.ts'
import { PathList } from './collection-column.tsx'

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

/** Documents that were deleted or never made, and lead to subcollections all the same. */
export function MissingDocuments({
  collection,
  open,
}: {
  readonly collection: string
  readonly open: string | undefined
}) {
  const query = useMissingDocuments(collection)
  const { data: ids = [], refetch } = query
  const failure = useFailure(query)
  const deletions = useDeletions()
  const seen = useRef(deletions)
  useEffect(() => {
    if (seen.current === deletions) return
    seen.current = deletions
    void refetch()
  }, [deletions, refetch])
  if (failure !== undefined) {
    return <p className="sticky left-0 p-3 text-table text-ink-2">{dataTexts.failedMissing}</p>
  }
  if (ids.length === 0) return null
  return (
    <section aria-label={dataTexts.missingDocuments} className="sticky left-0">
      <h3 className="border-b border-line px-3 pt-4 pb-2 text-small font-medium text-ink-2">
        {dataTexts.missingDocuments}
      </h3>
      <PathList
        label={dataTexts.missingDocuments}
        entries={ids.map((id) => ({ id, path: `${collection}/${id}`, isMissing: true }))}
        openPath={open}
      />
    </section>
  )
}
