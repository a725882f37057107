import { useState } from 'react'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { lostChanges, type LostChange, useLostChanges } from '../../../backend/live/lost-changes.ts'
import { frameTexts } from '../../../texts/en/frame.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { saveText } from '../../../ui/save-file.ts'

const lostTexts = frameTexts.lostChanges

/** More of them are in the file. */
const shownMax = 5

/** Changes of this page that the server will not get: which, why, and the way to keep what was written. */
export function LostChangesNotice() {
  const changes = useLostChanges()
  const [isAsking, setAsking] = useState(false)
  if (changes.length === 0) return null
  return (
    <section aria-label={lostTexts.title(changes.length)} className="border-b border-line px-4 py-2">
      <Notice
        tone="attention"
        isAnnounced
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
          {changes.slice(0, shownMax).map((change, at) => (
            <li key={at} className="wrap-anywhere">
              {sentenceOf(change)}
            </li>
          ))}
        </ul>
        {changes.length > shownMax && <p>{lostTexts.more(changes.length - shownMax)}</p>}
      </Notice>
      {isAsking && (
        <ConfirmDialog
          title={lostTexts.discardTitle(changes.length)}
          confirm={lostTexts.discard}
          onConfirm={() => {
            lostChanges.clear()
            return Promise.resolve(true)
          }}
          onClose={() => setAsking(false)}
        >
          {lostTexts.discardText}
        </ConfirmDialog>
      )}
    </section>
  )
}

function sentenceOf(change: LostChange): string {
  const { operation, project, why, problem } = change
  const reason = problem === undefined ? '' : ` ${messageOf(problem)}`
  return `${lostTexts.operations[operation](placeOf(change))} ${lostTexts.why[why](project)}${reason}`
}

function placeOf({ database, path }: LostChange): string {
  return database === defaultDatabase ? path : `${database}: ${path}`
}

/** What was written stands there as the console's JSON, which its editors take. */
function saveFileOf(changes: readonly LostChange[]): void {
  const readable = changes.map((change) => {
    const { project, operation, content, removes } = change
    return { project, operation, place: placeOf(change), content: asJson(content), removes }
  })
  saveText('lost-changes.json', 'application/json', `${JSON.stringify(readable, undefined, 2)}\n`)
}

/** Whole numbers of more digits than JavaScript's stay as they were written. */
function asJson(content: string | undefined): unknown {
  if (content === undefined) return undefined
  try {
    const json: unknown = JSON.parse(content)
    return /\d{16}/.test(content) ? content : json
  } catch {
    return content
  }
}
