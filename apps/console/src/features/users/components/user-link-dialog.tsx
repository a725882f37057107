import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import type { UserLinkKind } from '../queries/change-users.ts'

export interface UserLinkDialogProps {
  readonly kind: UserLinkKind
  readonly link: string
  readonly email: string
  readonly onClose: () => void
}

/** A link for the user that is handed over by other means than a mail. */
export function UserLinkDialog({ kind, link, email, onClose }: UserLinkDialogProps) {
  const title = kind === 'PASSWORD_RESET' ? usersTexts.resetLinkTitle : usersTexts.verifyLinkTitle
  return (
    <Dialog isOpen onClose={onClose} title={title} width="medium">
      <p className="mb-3 text-ink-2">{usersTexts.resetLinkText(email)}</p>
      <div className="overflow-hidden rounded border border-line [&_pre]:break-all [&_pre]:whitespace-pre-wrap">
        <CodeBlock label={usersTexts.link} code={link} isNarrow hasFocus />
      </div>
      <DialogActions>
        <Button onPress={onClose}>{usersTexts.close}</Button>
      </DialogActions>
    </Dialog>
  )
}
