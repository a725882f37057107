import type { FullMetadata } from 'firebase/storage'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import type { DownloadLink } from '../queries/download-links.ts'
import { readContent } from '../queries/read-content.ts'

/** Without a link a file is held in this tab before it is saved. */
const heldMax = 256 * 1024 * 1024

export interface DownloadButtonProps {
  readonly metadata: FullMetadata
  /** `undefined` until they are known. */
  readonly links: readonly DownloadLink[] | undefined
}

/** Takes a file away: by one of its links, or, where it has none, in the name of who asks. */
export function DownloadButton({ metadata: { name, fullPath, size, contentType }, links }: DownloadButtonProps) {
  const project = useProject()
  const [isReading, setReading] = useState(false)
  const link = links?.[0]
  if (links?.length !== 0) {
    return (
      <a
        href={link?.url}
        download={name}
        aria-disabled={link === undefined}
        className={buttonClasses('default', 'small')}
      >
        <Download aria-hidden="true" />
        {filesTexts.download}
      </a>
    )
  }
  const read = async () => {
    if (size > heldMax) return toast(filesTexts.downloadNeedsLink)
    setReading(true)
    try {
      saveFile(name, new Blob([await readContent(project, fullPath)], { type: contentType ?? '' }))
    } catch (thrown) {
      toast(messageOfRead(thrown))
    }
    setReading(false)
  }
  return (
    <Button size="small" icon={<Download />} isPending={isReading} onPress={() => void read()}>
      {filesTexts.download}
    </Button>
  )
}
