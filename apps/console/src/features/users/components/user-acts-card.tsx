import { useNavigate } from '@tanstack/react-router'
import { Ban, CircleCheck, KeyRound, Link2, Mail, MailCheck, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { type RecentSignIn, useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { personTexts } from '../../../texts/en/person.ts'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ConfirmDialog, TypedConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast, toastProblem } from '../../../ui/toast.ts'
import { labelOf, type ProjectUser } from '../../../shared/people/project-user.ts'
import { changeUser, createUserLink, deleteUser, mailUserLink, type UserLinkKind } from '../queries/change-users.ts'
import type { UserCardProps } from './user-card-props.ts'
import { NewPasswordField } from '../../../session/new-account-fields.tsx'
import { usePasswordCheck } from '../../../session/password-policy.ts'
import { policyTexts } from '../../../texts/en/policy.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'

type Open = 'disable' | 'password' | 'delete' | { readonly kind: UserLinkKind; readonly link: string }

/** What is done with an account as a whole: links, a new password, disable, enable, delete; each with what follows from it. */
export function UserActsCard({ user, onChanged }: UserCardProps) {
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
      const isDone = await recent.run(() => changeUser(project, localId, { disableUser: false }), {
        act: usersTexts.enableUser,
      })
      if (isDone) toast(usersTexts.userEnabled)
    } catch (thrown) {
      toastProblem(messageOf(thrown))
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
      toastProblem(messageOf(thrown))
    }
  }

  const makeLink = async (kind: UserLinkKind, address: string) => {
    try {
      await recent.run(async () => setOpen({ kind, link: await createUserLink(project, kind, address) }), {
        act: kind === 'PASSWORD_RESET' ? usersTexts.resetLink : usersTexts.verifyLink,
      })
    } catch (thrown) {
      toastProblem(messageOf(thrown))
    }
  }

  return (
    <Card title={personTexts.acts} isFlush>
      <ul className="py-1">
        {email !== undefined && (
          <>
            {settings.mailEnabled && (
              <ActLine icon={<Mail />} note={personTexts.resetMailNote} onPress={() => void sendReset(email)}>
                {usersTexts.resetMail}
              </ActLine>
            )}
            <ActLine
              icon={<Link2 />}
              note={personTexts.resetLinkNote}
              onPress={() => void makeLink('PASSWORD_RESET', email)}
            >
              {usersTexts.resetLink}
            </ActLine>
            {user.emailVerified !== true && (
              <ActLine icon={<MailCheck />} onPress={() => void makeLink('VERIFY_EMAIL', email)}>
                {usersTexts.verifyLink}
              </ActLine>
            )}
          </>
        )}
        <ActLine
          icon={<KeyRound />}
          note={personTexts.setPasswordNote}
          onPress={() => void recent.run(async () => setOpen('password'), { act: usersTexts.setPassword })}
        >
          {usersTexts.setPassword}
        </ActLine>
        {disabled === true ? (
          <ActLine
            icon={<CircleCheck />}
            note={personTexts.enableNote}
            isPending={isEnabling}
            onPress={() => void enable()}
          >
            {usersTexts.enableUser}
          </ActLine>
        ) : (
          <ActLine icon={<Ban />} note={personTexts.disableNote} onPress={() => setOpen('disable')}>
            {usersTexts.disableUser}
          </ActLine>
        )}
        <ActLine
          icon={<Trash2 />}
          note={personTexts.deleteNote}
          isDanger
          onPress={() => void recent.run(async () => setOpen('delete'), { act: usersTexts.deleteUser })}
        >
          {usersTexts.deleteUser}
        </ActLine>
      </ul>
      {open === 'delete' && <DeleteUserDialog user={user} recent={recent} onClose={close} />}
      {open === 'disable' && (
        <ConfirmDialog
          title={usersTexts.disableNamed(labelOf(user))}
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
    </Card>
  )
}

interface ActLineProps {
  readonly icon: ReactNode
  /** What follows from it. */
  readonly note?: string
  readonly isDanger?: boolean
  readonly isPending?: boolean
  readonly onPress: () => void
  readonly children: string
}

function ActLine({ icon, note, isDanger = false, isPending = false, onPress, children }: ActLineProps) {
  const id = useId()
  return (
    <li
      className={classNames(
        'relative flex min-h-9 items-center gap-2.5 px-4 py-1 text-table hover:bg-hover touch:min-h-10 [&>svg]:size-4 [&>svg]:shrink-0',
        isDanger ? 'text-crimson' : '[&>svg]:text-ink-3',
      )}
    >
      {icon}
      <AriaButton
        onPress={onPress}
        isPending={isPending}
        {...(note !== undefined && { 'aria-describedby': id })}
        className="min-w-0 flex-1 rounded-small text-left after:absolute after:inset-0"
      >
        {children}
      </AriaButton>
      {note !== undefined && (
        <span id={id} className="text-small text-ink-2">
          {note}
        </span>
      )}
    </li>
  )
}

interface DeleteUserDialogProps {
  readonly user: ProjectUser
  /** Holds while the address is typed; asks again when that took too long. */
  readonly recent: RecentSignIn
  readonly onClose: () => void
}

function DeleteUserDialog({ user, recent, onClose }: DeleteUserDialogProps) {
  const project = useProject()
  const navigate = useNavigate()
  const wanted = user.email ?? user.phoneNumber ?? user.localId
  return (
    <TypedConfirmDialog
      title={usersTexts.deleteUserTitle(labelOf(user))}
      confirm={usersTexts.deleteUserButton}
      wanted={wanted}
      label={usersTexts.deleteUserTyped(wanted)}
      wrong={usersTexts.deleteUserTypedWrong}
      onConfirm={async () => {
        const isDone = await recent.run(async () => await deleteUser(project, user.localId), {
          act: usersTexts.deleteUser,
        })
        if (!isDone) return
        toast(usersTexts.userDeleted(wanted))
        // What was typed about the user went with them.
        await navigate({ to: '/projects/$project/users', params: { project: project.id }, ignoreBlocker: true })
      }}
      onClose={onClose}
    >
      {usersTexts.dangerText}
    </TypedConfirmDialog>
  )
}

interface SetPasswordDialogProps {
  readonly uid: string
  readonly onSet: () => void
  readonly onClose: () => void
}

/** A password that an operator chooses for somebody, under the project's policy. */
function SetPasswordDialog({ uid, onSet, onClose }: SetPasswordDialogProps) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const form: Form<{ password: string }> = useForm({
    initial: { password: '' },
    validators: { password: () => (check.isMet ? undefined : policyTexts.unmet) },
    submit: async ({ password }) => {
      if (!(await recent.run(() => changeUser(project, uid, { password }), { act: usersTexts.setPassword }))) return
      toast(usersTexts.passwordWasSet)
      onSet()
      onClose()
    },
  })
  const check = usePasswordCheck(project.auth, form.values.password)
  return (
    <>
      <FormDialog title={usersTexts.setPassword} form={form} submit={usersTexts.setPassword} onClose={onClose}>
        <p className="text-ink-2">{usersTexts.setPasswordText}</p>
        <NewPasswordField field={form.field('password')} label={usersTexts.newPassword} check={check} autoFocus />
      </FormDialog>
      {recent.dialog}
    </>
  )
}

interface UserLinkDialogProps {
  readonly kind: UserLinkKind
  readonly link: string
  readonly email: string
  readonly onClose: () => void
}

/** A link for the user that is handed over by other means than a mail. */
function UserLinkDialog({ kind, link, email, onClose }: UserLinkDialogProps) {
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
