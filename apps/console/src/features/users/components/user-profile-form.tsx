import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { personTexts } from '../../../texts/en/person.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateEmail } from '../../../ui/validators.ts'
import { changeUser, type UserChange } from '../queries/change-users.ts'
import { labelOf, type ProjectUser } from '../../../shared/people/project-user.ts'
import { UserFace } from '../../../shared/people/user-face.tsx'
import { validateOptionalName, validatePhoneNumber, validatePhotoUrl } from '../user-fields.ts'
import type { UserCardProps } from './user-card-props.ts'
import { SaveButton } from '../../../ui/save-button.tsx'

interface Fields extends Record<string, string> {
  displayName: string
  email: string
  phoneNumber: string
  photoUrl: string
  /** Chosen by hand: `yes` or `no`; empty leaves it as the record, and a new address, have it. */
  isVerified: string
}

/** Name, addresses and photo, in the place of the header. What was changed is sent, and nothing else; what others change meanwhile is shown. */
export function UserProfileForm({ user, onChanged, onClose }: UserCardProps & { readonly onClose: () => void }) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const before = fieldsOf(user)
  const form: Form<Fields> = useForm({
    initial: before,
    // The server writes addresses small.
    tidy: (name, value) => (name === 'email' ? value.trim().toLowerCase() : value.trim()),
    validators: {
      displayName: validateOptionalName,
      // An account that has an address keeps one: it is how its owner is known.
      email: (email) => (email.trim() === '' && before.email === '' ? undefined : validateEmail(email)),
      phoneNumber: validatePhoneNumber,
      photoUrl: validatePhotoUrl,
    },
    submit: async (_values, changes) => {
      const change = changeOf(user, changes)
      const save = () => changeUser(project, user.localId, change)
      if (!isAboutAddresses(change)) await save()
      else if (!(await recent.run(save))) return
      form.setValue('isVerified', '')
      toast(usersTexts.saved)
      onChanged()
      onClose()
    },
  })
  const isChanged = Object.keys(changeOf(user, form.changes)).length > 0
  return (
    <section aria-label={usersTexts.profile} className="flex gap-4.5 px-4 pt-4 pb-3 tablet:px-6">
      <span className="max-tablet:hidden">
        <UserFace user={user} size="large" />
      </span>
      <h1 className="sr-only">{labelOf(user)}</h1>
      <form {...form.formProps} className="grid min-w-0 flex-1 gap-3">
        <div className="grid gap-3 tablet:grid-cols-2 wide:grid-cols-4">
          <TextField {...form.field('displayName')} label={usersTexts.name} autoComplete="off" autoFocus />
          <TextField {...form.field('email')} label={usersTexts.email} type="email" autoComplete="off" />
          <TextField {...form.field('phoneNumber')} label={usersTexts.phone} inputMode="tel" autoComplete="off" />
          <TextField {...form.field('photoUrl')} label={usersTexts.photoUrl} type="url" autoComplete="off" />
        </div>
        <FailureNotice failing={form.failing} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {form.values.email.trim() !== '' && (
            <Checkbox
              isSelected={isVerified(user, form.changes)}
              onChange={(isOn) => form.setValue('isVerified', isOn ? 'yes' : 'no')}
            >
              {usersTexts.emailVerified}
            </Checkbox>
          )}
          <span className="ml-auto flex gap-2">
            <Button onPress={onClose}>{personTexts.cancel}</Button>
            <SaveButton isChanged={isChanged} isPending={form.isSubmitting}>
              {usersTexts.save}
            </SaveButton>
          </span>
        </div>
      </form>
      {recent.dialog}
    </section>
  )
}

function fieldsOf({ displayName = '', email = '', phoneNumber = '', photoUrl = '' }: ProjectUser): Fields {
  return { displayName, email, phoneNumber, photoUrl, isVerified: '' }
}

/** Who gets mails and text messages of an account gets into it. */
function isAboutAddresses({ displayName: _name, photoUrl: _photo, ...addresses }: UserChange): boolean {
  return Object.keys(addresses).length > 0
}

/** A new address is unverified by itself, whatever the old one was. */
function isVerified(user: ProjectUser, { email, isVerified: chosen }: Partial<Fields>): boolean {
  return chosen === undefined ? email === undefined && user.emailVerified === true : chosen === 'yes'
}

function changeOf(user: ProjectUser, { isVerified: chosen, phoneNumber, ...texts }: Partial<Fields>): UserChange {
  const before = texts.email === undefined && user.emailVerified === true
  return {
    ...texts,
    ...(chosen !== undefined && (chosen === 'yes') !== before && { emailVerified: chosen === 'yes' }),
    ...(phoneNumber !== undefined && (phoneNumber === '' ? { deleteProvider: ['phone'] } : { phoneNumber })),
  }
}
