import type { FullMetadata } from 'firebase/storage'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { filesTexts } from '../../../texts/en/files.ts'
import { Button } from '../../../ui/button.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import { previewKindOf } from '../preview-kind.ts'
import { DetailsPart } from './details-part.tsx'
import { PdfPreview } from './pdf-preview.tsx'
import { TextPreview } from './text-preview.tsx'

/** A larger image or document is loaded when somebody asks for it. Video and sound are read piece by piece. */
const bytesMax = 10 * 1024 * 1024

export interface FilePreviewProps {
  readonly metadata: FullMetadata
  /** A download link, once there is one. */
  readonly url: string | undefined
}

/** What is in a file, as far as it can be shown without running anything in it. */
export function FilePreview({ metadata, url }: FilePreviewProps) {
  const kind = previewKindOf(metadata.contentType)
  const isLarge = (kind === 'image' || kind === 'pdf') && metadata.size > bytesMax
  const [isWanted, setWanted] = useState(!isLarge)
  return (
    <DetailsPart title={filesTexts.preview}>
      {isWanted ? (
        <Preview metadata={metadata} url={url} />
      ) : (
        <Button size="small" icon={<Eye />} onPress={() => setWanted(true)}>
          {filesTexts.showLarge(formatBytes(metadata.size))}
        </Button>
      )}
    </DetailsPart>
  )
}

function Preview({ metadata, url }: FilePreviewProps) {
  const [isBroken, setBroken] = useState(false)
  const { name, size, contentType } = metadata
  const kind = previewKindOf(contentType)
  if (size === 0) return <Words>{filesTexts.emptyFile}</Words>
  if (kind === 'none') return <Words>{filesTexts.noPreview}</Words>
  if (kind === 'text') return <TextPreview metadata={metadata} />
  if (kind === 'pdf') return <PdfPreview metadata={metadata} />
  if (isBroken) return <Words>{filesTexts.brokenPreview}</Words>
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

function Words({ children }: { readonly children: string }) {
  return <p className="text-table text-ink-2">{children}</p>
}
