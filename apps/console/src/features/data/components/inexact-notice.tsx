import { messageOf } from '../../../errors/reaction.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** The types of the numbers couldn't be asked: why nothing can be edited, and another try. */
export function InexactNotice({ problem, onRetry }: { readonly problem: unknown; readonly onRetry: () => void }) {
  return (
    <Notice
      tone="attention"
      isAnnounced
      action={
        <Button size="small" onPress={onRetry}>
          {uiTexts.tryAgain}
        </Button>
      }
    >
      {dataTexts.inexact} {messageOf(problem)}
    </Notice>
  )
}
