import { useState } from 'react'
import type { OperatorRole } from '../../../api/operator-session.ts'
import { reactionTo, type Reaction } from '../../../errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useProject } from '../../../session/project-context.tsx'
import type { RecentSignIn } from '../../../session/recent-sign-in.tsx'
import { useSession, useSignedIn } from '../../../session/session-context.tsx'
import { track } from '../../../telemetry/telemetry.ts'
import { membersTexts } from '../../../texts/en/members.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateEmail } from '../../../ui/validators.ts'
import { createInvitation, makeInvitationLink } from '../queries/invitations.ts'
import { listMembers } from '../../../api/members.ts'
import { roleOptions } from '../role-options.ts'

export interface InviteDialogProps {
  readonly signIn: RecentSignIn
  readonly onInvited: (email: string, link: string) => void
  readonly onClose: () => void
}

/** Asks for an address and a role, and makes the invitation with its link. */
export function InviteDialog({ signIn, onInvited, onClose }: InviteDialogProps) {
  const project = useProject()
  const session = useSession()
  const { app } = useConsoleApp()
  const invitedBy = useSignedIn()?.account.uid ?? ''
  const [role, setRole] = useState<OperatorRole>('viewer')
  const [failing, setFailing] = useState<Reaction>()
  const form: Form<{ email: string }> = useForm({
    initial: { email: '' },
    validators: { email: validateEmail },
    submit: async (values) => {
      setFailing(undefined)
      const email = values.email.trim().toLowerCase()
      try {
        if ((await listMembers(project)).some((member) => member.email === email)) {
          form.reject('email', membersTexts.alreadyMember(email))
          return
        }
        await signIn.run(async () => {
          const id = await createInvitation(app, project.id, { email, role, invitedBy })
          track({ name: 'member_invite' })
          onInvited(email, await makeInvitationLink(project.id, id, await session.idToken()))
        })
      } catch (thrown) {
        setFailing(reactionTo(thrown))
      }
    },
  })
  return (
    <FormDialog
      title={membersTexts.inviteTitle}
      form={form}
      failing={failing}
      submit={membersTexts.inviteSubmit}
      onClose={onClose}
    >
      <TextField
        {...form.field('email')}
        label={membersTexts.email}
        description={membersTexts.emailHelp}
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
