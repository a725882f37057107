import { reactionTo } from '../backend/errors/reaction.ts'
import { uiTexts } from '../texts/en/ui.ts'
import { Button } from './button.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { formatNumber } from '../texts/format.ts'
import type { Pages } from './use-pages.ts'

/** The end of a list that came page by page: the way to more, why they didn't come, or that there are more than it holds. */
export function MoreRows({
  pages: { query, mayShowMore, isFull, isReading, showMore, retry },
  more,
  full,
}: {
  readonly pages: Pages<unknown>
  /** What the button says. */
  readonly more: string
  /** Says that there are more than the number that is shown, and what leads to them. */
  readonly full: (shown: string) => string
}) {
  const { data, error } = query
  if (data === undefined) return null
  const failed = error === null ? undefined : reactionTo(error)
  return (
    <div className="grid justify-items-center gap-2 empty:hidden">
      <FailureNotice failing={failed} />
      {failed !== undefined && <Button onPress={retry}>{uiTexts.tryAgain}</Button>}
      {failed === undefined && mayShowMore && (
        <Button onPress={showMore} isPending={isReading}>
          {more}
        </Button>
      )}
      {isFull && (
        <p role="status" className="text-table text-ink-2">
          {full(formatNumber(data.rows.length))}
        </p>
      )}
    </div>
  )
}
