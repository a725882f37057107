import { useEffect, useRef } from 'react'
import { dataTexts } from '../../../texts/en/data.ts'
import { useFailure } from '../../../ui/query-content.tsx'
import { useMissingDocuments } from '../queries/data-queries.ts'
import { useDeletions } from '../queries/delete-documents.ts'
import { PathList } from './collection-column.tsx'

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
