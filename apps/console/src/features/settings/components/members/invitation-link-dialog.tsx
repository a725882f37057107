import { membersTexts } from '../../../../texts/en/members.ts'
import { Button } from '../../../../ui/button.tsx'
import { CodeBlock } from '../../../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx'

export interface InvitationLinkDialogProps {
  readonly email: string
  readonly link: string
  readonly onClose: () => void
}

/** The link, this once. Neither Escape nor a click beside it loses what can't be shown again. */
export function InvitationLinkDialog({ email, link, onClose }: InvitationLinkDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={membersTexts.linkTitle}
      width="medium"
      role="alertdialog"
      isDismissable={false}
    >
      <p className="mb-3 text-body text-ink-2">{membersTexts.linkText(email)}</p>
      <div className="overflow-hidden rounded border border-line [&_pre]:whitespace-pre-wrap [&_pre]:break-all">
        <CodeBlock label={membersTexts.link} code={link} isNarrow hasFocus />
      </div>
      <DialogActions>
        <Button onPress={onClose}>{membersTexts.handedOver}</Button>
      </DialogActions>
    </Dialog>
  )
}
