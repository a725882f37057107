import type { FullMetadata } from 'firebase/storage'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { filesTexts } from '../../../texts/en/files.ts'
import { FieldProblem } from '../../../ui/field.tsx'
import { formatBytes } from '../../../texts/format.ts'
import { useFailure } from '../../../ui/query-content.tsx'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import { useBeginning } from '../queries/files-queries.ts'

const textBytesMax = 64 * 1024

/** The beginning of a text, as the characters it is made of. */
export function TextPreview({ metadata: { fullPath, generation, name, size } }: { readonly metadata: FullMetadata }) {
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
      {size > textBytesMax && <p className="mt-1 text-small text-ink-2">{filesTexts.firstPart(formatBytes(textBytesMax))}</p>}
    </>
  )
}
