import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePasswordCheck } from '../../../session/password-policy.ts'
import { NewPasswordField } from '../../../session/new-account-fields.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { policyTexts } from '../../../texts/en/policy.ts'
import { usersTexts } from '../../../texts/en/users.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateEmail } from '../../../ui/validators.ts'
import { createUser } from '../queries/change-users.ts'
import { validateOptionalName, validatePhoneNumber } from '../user-fields.ts'

export interface AddUserDialogProps {
  readonly onAdded: () => void
  readonly onClose: () => void
}

interface Fields extends Record<string, string> {
  email: string
  displayName: string
  password: string
  phoneNumber: string
  localId: string
}

/** An account that an operator makes for somebody. */
export function AddUserDialog({ onAdded, onClose }: AddUserDialogProps) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const navigate = useNavigate()
  const [isVerified, setVerified] = useState(false)
  const form: Form<Fields> = useForm({
    initial: { email: '', displayName: '', password: '', phoneNumber: '', localId: '' },
    validators: {
      email: (email) => (email.trim() === '' ? undefined : validateEmail(email)),
      displayName: validateOptionalName,
      password: (password) => (password === '' || check.isMet ? undefined : policyTexts.unmet),
      phoneNumber: validatePhoneNumber,
      localId: (uid) => (uid.length > 128 ? usersTexts.uidTooLong : undefined),
    },
    submit: async (values) => {
      const given = Object.entries(values)
        .map(([name, value]) => [name, name === 'password' ? value : value.trim()] as const)
        .filter(([, value]) => value !== '')
      let uid = ''
      const add = async () => {
        uid = await createUser(project, {
          ...Object.fromEntries(given),
          ...(isVerified && values.email.trim() !== '' && { emailVerified: true }),
        })
      }
      if (!(await recent.run(add, { act: usersTexts.add }))) return
      onClose()
      onAdded()
      toast(usersTexts.added(values.email.trim() || values.phoneNumber.trim() || uid), {
        label: usersTexts.open,
        run: () => void navigate({ to: '/projects/$project/users/$uid', params: { project: project.id, uid } }),
      })
    },
  })
  const check = usePasswordCheck(project.auth, form.values.password)
  return (
    <>
      <FormDialog title={usersTexts.addTitle} width="medium" form={form} submit={usersTexts.add} onClose={onClose}>
        <TextField {...form.field('email')} label={usersTexts.email} type="email" autoComplete="off" autoFocus />
        <TextField {...form.field('displayName')} label={usersTexts.name} autoComplete="off" />
        <NewPasswordField
          field={form.field('password')}
          label={usersTexts.password}
          description={usersTexts.passwordHelp}
          check={check}
          isOptional
        />
        <TextField
          {...form.field('phoneNumber')}
          label={usersTexts.phone}
          description={usersTexts.phoneHelp}
          inputMode="tel"
          autoComplete="off"
        />
        <TextField
          {...form.field('localId')}
          label={usersTexts.uid}
          description={usersTexts.uidHelp}
          autoComplete="off"
          isMonospaced
        />
        <Checkbox isSelected={isVerified} onChange={setVerified} isDisabled={form.values.email.trim() === ''}>
          {usersTexts.emailIsVerified}
        </Checkbox>
      </FormDialog>
      {recent.dialog}
    </>
  )
}
