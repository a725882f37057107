import { useProject } from '../../../session/project-context.tsx'
import { dataTexts } from '../../../texts/en/data.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { formatNumber } from '../../../texts/format.ts'
import { formatFieldPath } from '@hearth/model/field-path'
import type { CollectionQuery } from '../filters/collection-query.ts'
import type { SeenFields } from '../filters/seen-fields.ts'
import { orderWords } from '../filters/order-words.ts'

/** How many documents of a collection a query finds, as far as it is known. */
export interface KnownDocuments {
  readonly collection: string
  readonly count: number
  /** There are more than these. */
  readonly hasMore: boolean
}

/** One line on an open collection: how many documents, and in which order. */
export function CollectionFact({
  known,
  query,
  seen,
}: {
  /** undefined until the first documents came. */
  readonly known: KnownDocuments | undefined
  readonly query: CollectionQuery
  readonly seen: SeenFields
}) {
  const { mayWrite } = useProject()
  const orders = query.orderings.map((ordering) => {
    const field = formatFieldPath(ordering.field)
    return `${field}, ${orderWords(field, seen, ordering.isDescending)}`
  })
  const parts = [
    known && queryTexts.inCollection(known.count, formatNumber(known.count), known.hasMore),
    orders.length === 0 ? queryTexts.sortedById : queryTexts.sortedBy(orders.join('; ')),
    mayWrite ? undefined : dataTexts.viewerOnly,
  ]
  return <>{parts.filter((part) => part !== undefined).join(' · ')}</>
}
