import { useState } from 'react'
import { forgetLostChanges, type LostChange } from '../../../live/lost-changes.ts'
import { forgetOthersGone, readOthersGone } from '../../../live/others-changes.ts'
import { useLostChanges } from '../../../live/use-lost-changes.ts'
import { lostTexts } from '../../../texts/en/lost-changes.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { saveText } from '../../../ui/save-text.ts'

/** More of them are in the file. */
const shownMax = 5

/** Changes that waited in this browser and that the server will not get: which, and the way to keep them. */
export function LostChangesNotice() {
  const changes = useLostChanges()
  const [othersGone, setOthersGone] = useState(readOthersGone)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {othersGone > 0 && (
        <div className="border-b border-line px-4 py-2">
          <Notice
            tone="information"
            isAnnounced
            action={
              <Button
                size="small"
                onPress={() => {
                  forgetOthersGone()
                  setOthersGone(0)
                }}
              >
                {lostTexts.understood}
              </Button>
            }
          >
            {lostTexts.othersGone(othersGone)}
          </Notice>
        </div>
      )}
      {changes.length > 0 && (
        <section aria-label={lostTexts.title(changes.length)} className="border-b border-line px-4 py-2">
          <Notice
            tone="attention"
            action={
              <div className="flex gap-2">
                <Button size="small" onPress={() => saveFileOf(changes)}>
                  {lostTexts.save}
                </Button>
                <Button size="small" onPress={() => setAsking(true)}>
                  {lostTexts.discard}
                </Button>
              </div>
            }
          >
            <p className="font-medium">{lostTexts.title(changes.length)}</p>
            <ul className="list-disc pl-5">
              {changes.slice(0, shownMax).map((change) => (
                <li key={change.key} className="wrap-anywhere">
                  {sentenceOf(change)}
                </li>
              ))}
            </ul>
            {changes.length > shownMax && <p>{lostTexts.more(changes.length - shownMax)}</p>}
          </Notice>
        </section>
      )}
      {isAsking && (
        <ConfirmDialog
          title={lostTexts.discardTitle(changes.length)}
          confirm={lostTexts.discard}
          onConfirm={() => {
            forgetLostChanges(changes.map(({ key }) => key))
            return Promise.resolve(true)
          }}
          onClose={() => setAsking(false)}
        >
          {lostTexts.discardText}
        </ConfirmDialog>
      )}
    </>
  )
}

function sentenceOf({ operation, place, project, why }: LostChange): string {
  return `${lostTexts.operations[operation](place)} ${lostTexts.why[why](project)}`
}

/** What was written stands there as the console's JSON, which its editors take. */
function saveFileOf(changes: readonly LostChange[]): void {
  const readable = changes.map(({ project, operation, place, content, removes }) => ({
    project,
    operation,
    place,
    content: asJson(content),
    removes,
  }))
  saveText('lost-changes.json', 'application/json', `${JSON.stringify(readable, undefined, 2)}\n`)
}

/** Whole numbers of more digits than JavaScript's, and the text of rules, stay as they were written. */
function asJson(content: string | undefined): unknown {
  if (content === undefined) return undefined
  try {
    const json: unknown = JSON.parse(content)
    return /\d{16}/.test(content) ? content : json
  } catch {
    return content
  }
}
