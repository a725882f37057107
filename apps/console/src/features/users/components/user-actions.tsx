import { Ban, CircleCheck, Ellipsis, KeyRound, Link2, Mail, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { MenuButton, MenuItem } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.ts'
import { changeUser, createUserLink, mailUserLink, type UserLinkKind } from '../queries/change-users.ts'
import { SetPasswordDialog } from './set-password-dialog.tsx'
import type { UserCardProps } from './user-card-props.ts'
import { UserLinkDialog } from './user-link-dialog.tsx'

type Open = 'disable' | 'password' | { readonly kind: UserLinkKind; readonly link: string }

/** What is done with an account as a whole: disable, enable, a new password, links. */
export function UserActions({ user, onChanged }: UserCardProps) {
  const project = useProject()
  const { settings } = useConsoleApp()
  const recent = useRecentSignIn(project)
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

  const makeLink = async (kind: UserLinkKind, address: string) => {
    try {
      await recent.run(async () => setOpen({ kind, link: await createUserLink(project, kind, address) }))
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
          else if (key === 'reset' && email !== undefined) void makeLink('PASSWORD_RESET', email)
          else if (key === 'verify' && email !== undefined) void makeLink('VERIFY_EMAIL', email)
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
      {typeof open === 'object' && email !== undefined && <UserLinkDialog {...open} email={email} onClose={close} />}
      {recent.dialog}
    </>
  )
}
