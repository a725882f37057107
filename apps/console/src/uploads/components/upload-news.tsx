import { useEffect, useRef, useState } from 'react'
import { uploadsTexts } from '../../texts/en/uploads.ts'
import type { Upload } from '../upload.ts'

/** Says aloud what ended; progress is there to be read, and would never be quiet. */
export function UploadNews({ all }: { readonly all: readonly Upload[] }) {
  const [news, setNews] = useState('')
  const before = useRef<readonly Upload[]>([])
  useEffect(() => {
    const known = new Map(before.current.map(({ id, status }) => [id, status]))
    before.current = all
    const ended = all.findLast(
      ({ id, status }) => known.get(id) !== status && (status === 'done' || status === 'failed'),
    )
    if (ended === undefined) return
    setNews(ended.status === 'done' ? uploadsTexts.announceDone(ended.path) : uploadsTexts.announceFailed(ended.path))
  }, [all])
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  )
}
