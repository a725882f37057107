import type { FullMetadata } from 'firebase/storage'
import { useState } from 'react'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { filesTexts } from '../../../texts/en/files.ts'
import { FieldProblem } from '../../../ui/field-problem.tsx'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import { useContentUrl } from '../use-content-url.ts'

export interface MediaPreviewProps {
  readonly metadata: FullMetadata
  readonly kind: 'image' | 'video' | 'audio'
  /** Undefined until it is there. */
  readonly url: string | undefined
}

/** A picture, video or sound. */
export function MediaPreview({ metadata: { name }, kind, url }: MediaPreviewProps) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <p className="text-table text-ink-2">{filesTexts.brokenPreview}</p>
  if (url === undefined) return <SkeletonBar className="h-24" />
  const onError = () => setBroken(true)
  switch (kind) {
    case 'image':
      return (
        <img
          src={url}
          alt={filesTexts.previewOf(name)}
          onError={onError}
          className="mx-auto max-h-64 max-w-full rounded-small bg-ground-2 object-contain"
        />
      )
    case 'video':
      return (
        <video
          src={url}
          aria-label={filesTexts.previewOf(name)}
          controls
          preload="metadata"
          onError={onError}
          className="max-h-64 w-full rounded-small bg-ground-2"
        />
      )
    case 'audio':
      return (
        <audio
          src={url}
          aria-label={filesTexts.previewOf(name)}
          controls
          preload="metadata"
          onError={onError}
          className="w-full"
        />
      )
  }
}

/** The same of a file that has no link: all of it is read first. */
export function UnlinkedMediaPreview({ metadata, kind }: Omit<MediaPreviewProps, 'url'>) {
  const { url, error } = useContentUrl(metadata, metadata.contentType ?? '')
  if (error === undefined) return <MediaPreview metadata={metadata} kind={kind} url={url} />
  return (
    <FieldProblem>
      {filesTexts.failedPreview}: {messageOfRead(error)}
    </FieldProblem>
  )
}
