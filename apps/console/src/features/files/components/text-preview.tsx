import type { FullMetadata } from 'firebase/storage'
import { useCallback } from 'react'
import { messageOfRead } from '../../../errors/read-reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { FieldProblem } from '../../../ui/field-problem.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import { useAsked } from '../../../ui/use-asked.ts'
import { readBeginning } from '../queries/read-beginning.ts'

const bytesMax = 64 * 1024

/** The beginning of a text, as the characters it is made of. */
export function TextPreview({ metadata: { fullPath, name, size } }: { readonly metadata: FullMetadata }) {
  const project = useProject()
  const ask = useCallback(() => readBeginning(project, fullPath, bytesMax), [project, fullPath])
  const { asked } = useAsked(ask)
  if (asked.status === 'failed') {
    return (
      <FieldProblem>
        {filesTexts.failedPreview}: {messageOfRead(asked.error)}
      </FieldProblem>
    )
  }
  if (asked.answer === undefined) return <SkeletonBar className="h-24" />
  return (
    <>
      <pre
        tabIndex={0}
        aria-label={filesTexts.previewOf(name)}
        className="max-h-64 overflow-auto rounded-small border border-line bg-ground-2 p-3 text-code leading-5 outline-offset-[-2px]"
      >
        {asked.answer}
      </pre>
      {size > bytesMax && <p className="mt-1 text-small text-ink-2">{filesTexts.firstPart(formatBytes(bytesMax))}</p>}
    </>
  )
}
