import { useEffect, useRef, useState } from 'react'
import { uploadsTexts } from '../../../texts/en/uploads.ts'
import type { Upload } from '../../../shared/uploads/upload.ts'

/** Says aloud what ended; progress is there to be read, and would never be quiet. */
export function UploadNews({ all }: { readonly all: readonly Upload[] }) {
  const [news, setNews] = useState('')
  const before = useRef<readonly Upload[]>([])
  useEffect(() => {
    const known = new Map(before.current.map(({ id, status }) => [id, status]))
    before.current = all
    const ended = all.findLast(
      ({ id, status, error }) => known.get(id) !== status && (status === 'done' || error !== undefined),
    )
    if (ended === undefined) return
    setNews(wordsOf(ended))
  }, [all])
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  )
}

function wordsOf({ path, status }: Upload): string {
  if (status === 'done') return uploadsTexts.announceDone(path)
  return status === 'paused' ? uploadsTexts.announceHeld(path) : uploadsTexts.announceFailed(path)
}
