import type { FullMetadata } from 'firebase/storage'
import { Eye } from 'lucide-react'
import { useState, useEffect } from 'react'
import { filesTexts } from '../../../texts/en/files.ts'
import { Button } from '../../../ui/button.tsx'
import { formatBytes } from '../../../texts/format.ts'
import { previewKindOf } from '../preview-kind.ts'
import type { DownloadLink } from '../queries/download-links.ts'
import { DetailsPart } from './details-part.tsx'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { FieldProblem } from '../../../ui/field.tsx'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import { useFailure } from '../../../ui/query-content.tsx'
import { useContent, useBeginning } from '../queries/files-queries.ts'

/** A larger image or document is loaded when somebody asks for it. Video and sound are read piece by piece. */
const bytesMax = 10 * 1024 * 1024

export interface FilePreviewProps {
  readonly metadata: FullMetadata
  /** `undefined` until they are known. */
  readonly links: readonly DownloadLink[] | undefined
}

/** What is in a file, as far as it can be shown without running anything in it. */
export function FilePreview({ metadata, links }: FilePreviewProps) {
  const kind = previewKindOf(metadata.contentType)
  const isLarge = (kind === 'image' || kind === 'pdf') && metadata.size > bytesMax
  const [isWanted, setWanted] = useState(!isLarge)
  return (
    <DetailsPart title={filesTexts.preview}>
      {isWanted ? (
        <Preview metadata={metadata} links={links} />
      ) : (
        <Button size="small" icon={<Eye />} onPress={() => setWanted(true)}>
          {filesTexts.showLarge(formatBytes(metadata.size))}
        </Button>
      )}
    </DetailsPart>
  )
}

function Preview({ metadata, links }: FilePreviewProps) {
  const { size, contentType } = metadata
  const kind = previewKindOf(contentType)
  if (size === 0) return <Words>{filesTexts.emptyFile}</Words>
  if (kind === 'none') return <Words>{filesTexts.noPreview}</Words>
  if (kind === 'text') return <TextPreview metadata={metadata} />
  if (kind === 'pdf') return <PdfPreview metadata={metadata} />
  if (links?.length !== 0) return <MediaPreview metadata={metadata} kind={kind} url={links?.[0]?.url} />
  if (kind !== 'image' && size > bytesMax) return <Words>{filesTexts.previewNeedsLink}</Words>
  return <UnlinkedMediaPreview metadata={metadata} kind={kind} />
}

function Words({ children }: { readonly children: string }) {
  return <p className="text-table text-ink-2">{children}</p>
}

/** A PDF in the browser's own reader. The frame is told that it is one, so content of any other kind is never taken for a page. */
function PdfPreview({ metadata }: { readonly metadata: FullMetadata }) {
  const { url, error } = useContentUrl(metadata, 'application/pdf')

  if (!navigator.pdfViewerEnabled) return <p className="text-table text-ink-2">{filesTexts.noPdfViewer}</p>
  if (error !== undefined) {
    return (
      <FieldProblem>
        {filesTexts.failedPreview}: {messageOfRead(error)}
      </FieldProblem>
    )
  }
  if (url === undefined) return <SkeletonBar className="h-24" />
  return (
    <iframe
      src={url}
      title={filesTexts.previewOf(metadata.name)}
      className="h-96 w-full rounded-small border border-line bg-ground-2"
    />
  )
}

interface MediaPreviewProps {
  readonly metadata: FullMetadata
  readonly kind: 'image' | 'video' | 'audio'
  /** Undefined until it is there. */
  readonly url: string | undefined
}

/** A picture, video or sound. */
function MediaPreview({ metadata: { name }, kind, url }: MediaPreviewProps) {
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
function UnlinkedMediaPreview({ metadata, kind }: Omit<MediaPreviewProps, 'url'>) {
  const { url, error } = useContentUrl(metadata, metadata.contentType ?? '')
  if (error === undefined) return <MediaPreview metadata={metadata} kind={kind} url={url} />
  return (
    <FieldProblem>
      {filesTexts.failedPreview}: {messageOfRead(error)}
    </FieldProblem>
  )
}

/**
 * An address in this tab of all that is in a file, for what shows it; undefined until it is read.
 * @param type what the content is taken for, whatever it is
 */
function useContentUrl(
  { fullPath, generation }: FullMetadata,
  type: string,
): { readonly url: string | undefined; readonly error: unknown } {
  const query = useContent(fullPath, generation)
  const content = query.data
  const error = useFailure(query)
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (content === undefined) return
    const made = URL.createObjectURL(new Blob([content], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content, type])
  return { url, error }
}

const textBytesMax = 64 * 1024

/** The beginning of a text, as the characters it is made of. */
function TextPreview({ metadata: { fullPath, generation, name, size } }: { readonly metadata: FullMetadata }) {
  const query = useBeginning(fullPath, generation, textBytesMax)
  const failure = useFailure(query)
  if (failure !== undefined) {
    return (
      <FieldProblem>
        {filesTexts.failedPreview}: {messageOfRead(failure)}
      </FieldProblem>
    )
  }
  if (query.data === undefined) return <SkeletonBar className="h-24" />
  return (
    <>
      <pre
        tabIndex={0}
        aria-label={filesTexts.previewOf(name)}
        className="max-h-64 overflow-auto rounded-small border border-line bg-ground-2 p-3 text-code leading-5 outline-offset-[-2px]"
      >
        {query.data}
      </pre>
      {size > textBytesMax && (
        <p className="mt-1 text-small text-ink-2">{filesTexts.firstPart(formatBytes(textBytesMax))}</p>
      )}
    </>
  )
}
