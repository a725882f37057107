import type { FullMetadata } from 'firebase/storage'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { filesTexts } from '../../../texts/en/files.ts'
import { FieldProblem } from '../../../ui/field-problem.tsx'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import { useContentUrl } from '../use-content-url.ts'

/** A PDF in the browser's own reader. The frame is told that it is one, so content of any other kind is never taken for a page. */
export function PdfPreview({ metadata }: { readonly metadata: FullMetadata }) {
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
