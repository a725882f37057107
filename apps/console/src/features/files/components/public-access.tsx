import { useState } from 'react'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { FieldProblem } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { usePublicAccess } from '../queries/files-queries.ts'
import { setPublic } from '../queries/public-access.ts'
import { DetailsPart } from './details-part.tsx'

const texts = filesTexts.publicAccess

export interface PublicAccessProps {
  readonly path: string
  /** Each new content is another file, which is not public. */
  readonly generation: string
  readonly onChanged: (isPublic: boolean) => void
}

/** Whether everybody may read the file; nothing where the project has no public files and this was never one. */
export function PublicAccess({ path, generation, onChanged }: PublicAccessProps) {
  const project = useProject()
  const { data: access, refetch } = usePublicAccess(path, generation)
  const [isAsking, setAsking] = useState(false)
  const [failing, setFailing] = useState<string>()
  if (access === undefined || (!access.isAllowed && !access.isMarked)) return null

  const change = async (isPublic: boolean) => {
    await setPublic(project, path, isPublic)
    onChanged(isPublic)
    void refetch()
  }
  const close = async () => {
    setFailing(undefined)
    await change(false).catch((error: unknown) => setFailing(messageOf(error)))
  }
  return (
    <DetailsPart
      title={texts.title}
      aside={
        <Button
          size="small"
          isDisabled={!project.mayWrite}
          onPress={() => (access.isMarked ? void close() : setAsking(true))}
        >
          {access.isMarked ? texts.makePrivate : texts.makePublic}
        </Button>
      }
    >
      {failing !== undefined && <FieldProblem>{failing}</FieldProblem>}
      {!access.isMarked && <p className="text-table text-ink-2">{texts.isPrivate}</p>}
      {access.isMarked && !access.isAllowed && <Notice tone="information">{texts.isOff}</Notice>}
      {access.isMarked && access.isAllowed && (
        <div className="grid gap-2">
          <Notice tone="attention">{texts.isPublic}</Notice>
          <Copyable label={texts.address} value={access.url} />
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={texts.question}
          confirm={texts.makePublic}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await change(true)
            return true
          }}
        >
          {texts.consequence}
        </ConfirmDialog>
      )}
    </DetailsPart>
  )
}
