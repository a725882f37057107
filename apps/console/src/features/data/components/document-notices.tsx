import { messageOf } from '../../../backend/errors/reaction.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Editing } from '../draft/use-draft.ts'

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

/** The document can't be listened to any more: what is shown may be old, and what was typed is kept. */
export function LostNotice({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <Notice
      tone="danger"
      isAnnounced
      action={
        <Button size="small" onPress={onRetry}>
          {uiTexts.tryAgain}
        </Button>
      }
    >
      {dataTexts.lost} {messageOf(error)}
    </Notice>
  )
}

/** The JSON of the document has a mistake: nothing else is edited until it has none, or is given up. */
export function BrokenTextNotice({ editing, onShow }: { readonly editing: Editing; readonly onShow: () => void }) {
  return (
    <div className="p-3">
      <Notice
        tone="attention"
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="small" onPress={onShow}>
              {dataTexts.backToText}
            </Button>
            <Button size="small" onPress={editing.discardText}>
              {dataTexts.discardText}
            </Button>
          </span>
        }
      >
        {dataTexts.brokenText}
      </Notice>
    </div>
  )
}
