import type { FullMetadata } from 'firebase/storage'
import { useCallback, useEffect, useState } from 'react'
import { messageOfRead } from '../../../errors/read-reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { FieldProblem } from '../../../ui/field-problem.tsx'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import { useAsked } from '../../../ui/use-asked.ts'
import { readContent } from '../queries/read-content.ts'

/** A PDF in the browser's own reader. The frame is told that it is one, so content of any other kind is never taken for a page. */
export function PdfPreview({ metadata: { fullPath, name } }: { readonly metadata: FullMetadata }) {
  const project = useProject()
  const ask = useCallback(async () => await readContent(project, fullPath), [project, fullPath])
  const { asked } = useAsked(ask)
  const content = asked.answer
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (content === undefined) return
    const made = URL.createObjectURL(new Blob([content], { type: 'application/pdf' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content])

  if (!navigator.pdfViewerEnabled) return <p className="text-table text-ink-2">{filesTexts.noPdfViewer}</p>
  if (asked.status === 'failed') {
    return (
      <FieldProblem>
        {filesTexts.failedPreview}: {messageOfRead(asked.error)}
      </FieldProblem>
    )
  }
  if (url === undefined) return <SkeletonBar className="h-24" />
  return (
    <iframe
      src={url}
      title={filesTexts.previewOf(name)}
      className="h-96 w-full rounded-small border border-line bg-ground-2"
    />
  )
}
