import { Ban, CircleCheck, KeyRound, Link2, Mail, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { messageOf, reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast, toastProblem } from '../../../ui/toast.ts'
import { labelOf } from '../../../shared/people/project-user.ts'
import { changeUser, createUserLink, mailUserLink, type UserLinkKind } from '../queries/change-users.ts'
import type { UserCardProps } from './user-card-props.ts'
import { NewPasswordField } from '../../../session/new-account-fields.tsx'
import { usePasswordCheck } from '../../../session/password-policy.ts'
import { policyTexts } from '../../../texts/en/policy.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'

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
    <>
      {email !== undefined && (
        <>
          {settings.mailEnabled && (
            <Button icon={<Mail />} onPress={() => void sendReset(email)}>
              {usersTexts.resetMail}
            </Button>
          )}
          <Button icon={<Link2 />} onPress={() => void makeLink('PASSWORD_RESET', email)}>
            {usersTexts.resetLink}
          </Button>
          {user.emailVerified !== true && (
            <Button icon={<MailCheck />} onPress={() => void makeLink('VERIFY_EMAIL', email)}>
              {usersTexts.verifyLink}
            </Button>
          )}
        </>
      )}
      <Button
        icon={<KeyRound />}
        onPress={() => void recent.run(async () => setOpen('password'), { act: usersTexts.setPassword })}
      >
        {usersTexts.setPassword}
      </Button>
      {disabled === true ? (
        <Button icon={<CircleCheck />} isPending={isEnabling} onPress={() => void enable()}>
          {usersTexts.enableUser}
        </Button>
      ) : (
        <Button icon={<Ban />} onPress={() => setOpen('disable')}>
          {usersTexts.disableUser}
        </Button>
      )}
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
    </>
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
  const [failing, setFailing] = useState<Reaction>()
  const form: Form<{ password: string }> = useForm({
    initial: { password: '' },
    validators: { password: () => (check.isMet ? undefined : policyTexts.unmet) },
    submit: async ({ password }) => {
      setFailing(undefined)
      try {
        if (!(await recent.run(() => changeUser(project, uid, { password }), { act: usersTexts.setPassword }))) return
        toast(usersTexts.passwordWasSet)
        onSet()
        onClose()
      } catch (thrown) {
        const reaction = reactionTo(thrown)
        if (reaction.kind === 'policy') form.reject('password', reaction.message)
        else setFailing(reaction)
      }
    },
  })
  const check = usePasswordCheck(project.auth, form.values.password)
  return (
    <>
      <FormDialog
        title={usersTexts.setPassword}
        form={form}
        failing={failing}
        submit={usersTexts.setPassword}
        onClose={onClose}
      >
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
