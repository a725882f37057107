import { useCallback } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { AskedList } from '../../../ui/asked-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { useAsked } from '../../../ui/use-asked.ts'
import { createUserLink } from '../queries/change-users.ts'

export interface UserLinkDialogProps {
  readonly kind: 'PASSWORD_RESET' | 'VERIFY_EMAIL'
  readonly email: string
  readonly onClose: () => void
}

/** A link for the user that is handed over by other means than a mail. */
export function UserLinkDialog({ kind, email, onClose }: UserLinkDialogProps) {
  const project = useProject()
  const { asked, askAgain } = useAsked(useCallback(() => createUserLink(project, kind, email), [project, kind, email]))
  const title = kind === 'PASSWORD_RESET' ? usersTexts.resetLinkTitle : usersTexts.verifyLinkTitle
  return (
    <Dialog isOpen onClose={onClose} title={title} width="medium">
      <p className="mb-3 text-ink-2">{usersTexts.resetLinkText(email)}</p>
      <div className="overflow-hidden rounded border border-line">
        <AskedList asked={asked} askAgain={askAgain} failed={title} rows={1}>
          {(link) => <CodeBlock label={usersTexts.link} code={link} />}
        </AskedList>
      </div>
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          {usersTexts.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
