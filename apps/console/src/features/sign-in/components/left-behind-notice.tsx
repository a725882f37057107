import { useState } from 'react'
import { readLeftBehind } from '../../../firebase/left-behind.ts'
import { readCutShort } from '../../../session/cut-short.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'

/** After a session that ended by itself: what waits here for its user, and what could not be kept. Names nothing of it to whoever reads this. */
export function LeftBehindNotice() {
  const [left] = useState(() => readLeftBehind(Date.now()))
  const [cut] = useState(readCutShort)
  if (left === undefined && cut === undefined) return null
  return (
    <div className="mb-5">
      <Notice tone="information">
        {left !== undefined && <p>{signInTexts.leftBehind(left.changes, left.drafts, formatDateTime(left.until))}</p>}
        {cut !== undefined && cut.changes + cut.forms + cut.uploads + cut.jobs > 0 && (
          <p>{signInTexts.cutShort(cut)}</p>
        )}
        {cut !== undefined && cut.waitingUploads > 0 && <p>{signInTexts.uploadsWait(cut.waitingUploads)}</p>}
      </Notice>
    </div>
  )
}
