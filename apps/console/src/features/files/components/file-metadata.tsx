import type { FullMetadata } from 'firebase/storage'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { DetailsFacts, DetailsPart } from './details-part.tsx'
import { MetadataDialog } from './metadata-dialog.tsx'

/** What somebody may say about a file: its headers and pairs of their own. */
export function FileMetadata({
  metadata,
  onChanged,
  onGone,
}: {
  readonly metadata: FullMetadata
  readonly onChanged: (metadata: FullMetadata) => void
  /** Somebody has deleted it meanwhile. */
  readonly onGone: () => void
}) {
  const project = useProject()
  const [isEditing, setEditing] = useState(false)
  const custom = Object.entries(metadata.customMetadata ?? {})
  return (
    <DetailsPart
      title={filesTexts.metadata}
      aside={
        <Button size="small" icon={<Pencil />} isDisabled={!project.mayWrite} onPress={() => setEditing(true)}>
          {filesTexts.edit}
        </Button>
      }
    >
      <DetailsFacts
        facts={[
          { name: filesTexts.contentType, value: <Value text={metadata.contentType} /> },
          { name: filesTexts.cacheControl, value: <Value text={metadata.cacheControl} /> },
        ]}
      />
      <h4 className="mt-3 mb-1 text-table text-ink-2">{filesTexts.custom}</h4>
      {custom.length === 0 ? (
        <p className="text-table text-ink-2">{filesTexts.noCustom}</p>
      ) : (
        <DetailsFacts facts={custom.map(([name, text]) => ({ name, value: <Value text={text} /> }))} />
      )}
      {isEditing && (
        <MetadataDialog
          metadata={metadata}
          onClose={() => setEditing(false)}
          onGone={() => {
            setEditing(false)
            onGone()
          }}
          onSaved={(changed) => {
            setEditing(false)
            onChanged(changed)
            toast(filesTexts.saved)
          }}
        />
      )}
    </DetailsPart>
  )
}

function Value({ text }: { readonly text: string | undefined }) {
  return text === undefined ? (
    <span className="text-ink-2">{filesTexts.notSet}</span>
  ) : (
    <bdi className="font-mono text-code">{text}</bdi>
  )
}
