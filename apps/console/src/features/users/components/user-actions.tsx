import { Ban, CircleCheck, Ellipsis, KeyRound, Link2, Mail, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { MenuButton, MenuItem } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.ts'
import { changeUser, mailUserLink } from '../queries/change-users.ts'
import { SetPasswordDialog } from './set-password-dialog.tsx'
import type { UserCardProps } from './user-card-props.ts'
import { UserLinkDialog } from './user-link-dialog.tsx'

type Open = 'disable' | 'password' | 'PASSWORD_RESET' | 'VERIFY_EMAIL'

/** What is done with an account as a whole: disable, enable, a new password, links. */
export function UserActions({ user, onChanged }: UserCardProps) {
  const project = useProject()
  const { settings } = useConsoleApp()
  const [open, setOpen] = useState<Open>()
  const [isEnabling, setEnabling] = useState(false)
  const { email, localId, disabled } = user
  const close = () => setOpen(undefined)

  const enable = async () => {
    setEnabling(true)
    try {
      await changeUser(project, localId, { disableUser: false })
      toast(usersTexts.userEnabled)
    } catch (thrown) {
      toast(messageOf(thrown))
    } finally {
      setEnabling(false)
      onChanged()
    }
  }
  const sendReset = async (address: string) => {
    try {
      await mailUserLink(project, 'PASSWORD_RESET', address)
      toast(usersTexts.resetMailSent(address))
    } catch (thrown) {
      toast(messageOf(thrown))
    }
  }

  return (
    <>
      {disabled === true ? (
        <Button icon={<CircleCheck />} isPending={isEnabling} onPress={() => void enable()}>
          {usersTexts.enableUser}
        </Button>
      ) : (
        <Button icon={<Ban />} onPress={() => setOpen('disable')}>
          {usersTexts.disableUser}
        </Button>
      )}
      <MenuButton
        label={usersTexts.actions}
        trigger={<Button aria-label={usersTexts.actions} icon={<Ellipsis />} />}
        onAction={(key) => {
          if (key === 'mail' && email !== undefined) void sendReset(email)
          else if (key === 'reset') setOpen('PASSWORD_RESET')
          else if (key === 'verify') setOpen('VERIFY_EMAIL')
          else if (key === 'password') setOpen('password')
        }}
      >
        {email !== undefined && settings.mailEnabled && (
          <MenuItem id="mail" icon={<Mail />}>
            {usersTexts.resetMail}
          </MenuItem>
        )}
        {email !== undefined && (
          <MenuItem id="reset" icon={<Link2 />}>
            {usersTexts.resetLink}
          </MenuItem>
        )}
        {email !== undefined && user.emailVerified !== true && (
          <MenuItem id="verify" icon={<MailCheck />}>
            {usersTexts.verifyLink}
          </MenuItem>
        )}
        <MenuItem id="password" icon={<KeyRound />}>
          {usersTexts.setPassword}
        </MenuItem>
      </MenuButton>
      {open === 'disable' && (
        <ConfirmDialog
          title={usersTexts.disableTitle(1)}
          confirm={usersTexts.disableUser}
          onClose={close}
          onConfirm={async () => {
            await changeUser(project, localId, { disableUser: true })
            toast(usersTexts.userDisabled)
            onChanged()
            return true
          }}
        >
          {usersTexts.disableText}
        </ConfirmDialog>
      )}
      {open === 'password' && <SetPasswordDialog uid={localId} onSet={onChanged} onClose={close} />}
      {(open === 'PASSWORD_RESET' || open === 'VERIFY_EMAIL') && email !== undefined && (
        <UserLinkDialog kind={open} email={email} onClose={close} />
      )}
    </>
  )
}
