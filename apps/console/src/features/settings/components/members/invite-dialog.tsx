import { useState } from 'react'
import type { OperatorRole } from '../../../../backend/api/operator-session.ts'
import { useConsoleApp } from '../../../../session/console-app-context.tsx'
import { useProject } from '../../../../session/project-context.tsx'
import type { RecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { useSession, useSignedIn } from '../../../../session/session-context.tsx'
import { track } from '../../../../backend/telemetry.ts'
import { membersTexts } from '../../../../texts/en/members.ts'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { Select, type SelectOption } from '../../../../ui/select.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import { validateEmail } from '../../../../ui/validators.ts'
import { createInvitation, mailInvitation, makeInvitationLink, sendsMails } from '../../queries/team.ts'
import { listMembers } from '../../../../backend/api/members.ts'

const roles: readonly OperatorRole[] = ['viewer', 'editor', 'owner']

/** The roles of a project, the one that may least first. */
export const roleOptions: readonly SelectOption<OperatorRole>[] = roles.map((id) => ({
  id,
  label: membersTexts.roles[id],
  description: membersTexts.roleHelp[id],
}))

export interface InviteDialogProps {
  readonly signIn: RecentSignIn
  /** With the link to hand over, unless a mail is on its way. */
  readonly onInvited: (email: string, link: string | undefined) => void
  readonly onClose: () => void
}

/** Asks for an address and a role, and makes the invitation; it goes by mail where the server sends any, else as a link to hand over. */
export function InviteDialog({ signIn, onInvited, onClose }: InviteDialogProps) {
  const project = useProject()
  const session = useSession()
  const { app, settings } = useConsoleApp()
  const hasMail = sendsMails(settings)
  const invitedBy = useSignedIn()?.account.uid ?? ''
  const [role, setRole] = useState<OperatorRole>('viewer')
  const form: Form<{ email: string }> = useForm({
    initial: { email: '' },
    validators: { email: validateEmail },
    submit: async (values) => {
      const email = values.email.trim().toLowerCase()
      if ((await listMembers(project)).some((member) => member.email === email)) {
        form.reject('email', membersTexts.alreadyMember(email))
        return
      }
      await signIn.run(async () => {
        const id = await createInvitation(app, project.id, { email, role, invitedBy })
        track({ name: 'member_invite' })
        const idToken = await session.idToken()
        if (!hasMail) return onInvited(email, await makeInvitationLink(project.id, id, idToken))
        await mailInvitation(project.id, id, idToken)
        onInvited(email, undefined)
      })
    },
  })
  return (
    <FormDialog
      title={membersTexts.inviteTitle}
      form={form}
      submit={hasMail ? membersTexts.inviteByMail : membersTexts.inviteSubmit}
      onClose={onClose}
    >
      <TextField
        {...form.field('email')}
        label={membersTexts.email}
        description={hasMail ? membersTexts.emailByMail : membersTexts.emailHelp}
        type="email"
        autoComplete="off"
        autoFocus
        isRequired
      />
      <Select
        label={membersTexts.role}
        description={membersTexts.roleHelp[role]}
        options={roleOptions}
        value={role}
        onChange={setRole}
      />
    </FormDialog>
  )
}
