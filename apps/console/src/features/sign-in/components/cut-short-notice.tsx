import { useState } from 'react'
import { readCutShort } from '../../../session/cut-short.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { Notice } from '../../../ui/notice.tsx'

/** After a session that ended by itself: what went with it. Names nothing of it to whoever reads this. */
export function CutShortNotice() {
  const [cut] = useState(readCutShort)
  if (cut === undefined) return null
  return (
    <div className="mb-5">
      <Notice tone="information">
        {cut.changes + cut.forms + cut.jobs > 0 && <p>{signInTexts.cutShort(cut)}</p>}
        {cut.uploads > 0 && <p>{signInTexts.uploadsWait(cut.uploads)}</p>}
      </Notice>
    </div>
  )
}
