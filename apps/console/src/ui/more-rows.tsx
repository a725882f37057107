import { reactionTo } from '../errors/reaction.ts'
import { uiTexts } from '../texts/en/ui.ts'
import { Button } from './button.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { formatNumber } from './format.ts'
import type { AskedPages } from './use-pages.ts'

/** The end of a list that came page by page: the way to more, why they didn't come, or that there are more than it holds. */
export function MoreRows({
  pages: { asked, mayShowMore, isFull, isAsking, showMore, askAgain },
  more,
  full,
}: {
  readonly pages: AskedPages<unknown>
  /** What the button says. */
  readonly more: string
  /** Says that there are more than the number that is shown, and what leads to them. */
  readonly full: (shown: string) => string
}) {
  const { answer } = asked
  if (answer === undefined) return null
  const failed = asked.status === 'failed' && asked.isOther !== true ? reactionTo(asked.error) : undefined
  return (
    <div className="grid justify-items-center gap-2 empty:hidden">
      <FailureNotice failing={failed} />
      {failed !== undefined && <Button onPress={askAgain}>{uiTexts.tryAgain}</Button>}
      {failed === undefined && mayShowMore && (
        <Button onPress={showMore} isPending={isAsking}>
          {more}
        </Button>
      )}
      {isFull && (
        <p role="status" className="text-table text-ink-2">
          {full(formatNumber(answer.rows.length))}
        </p>
      )}
    </div>
  )
}
