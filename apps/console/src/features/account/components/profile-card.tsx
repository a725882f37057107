import { updateProfile } from 'firebase/auth'
import { useState } from 'react'
import { saveAccountFields } from '../../../console-data/account-document.ts'
import { reactionTo } from '../../../errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useSession } from '../../../session/session-context.tsx'
import type { SignedIn } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateDisplayName } from '../../../ui/validators.ts'
import { FailureNotice, type Failing } from '../../../ui/failure-notice.tsx'
import { PhotoPicker } from './photo-picker.tsx'

/** Name and photo, as others see them. */
export function ProfileCard({ signedIn: { user, account } }: { readonly signedIn: SignedIn }) {
  const { app } = useConsoleApp()
  const session = useSession()
  const [failing, setFailing] = useState<Failing>()
  const form: Form<{ displayName: string }> = useForm({
    initial: { displayName: account.displayName ?? '' },
    validators: { displayName: validateDisplayName },
    submit: async ({ displayName }) => {
      setFailing(undefined)
      const name = displayName.trim()
      try {
        await updateProfile(user, { displayName: name })
        await saveAccountFields(app, user.uid, { displayName: name })
        await session.refresh()
        toast(accountTexts.nameSaved)
      } catch (thrown) {
        setFailing(reactionTo(thrown))
      }
    },
  })
  const isChanged = form.values.displayName.trim() !== (account.displayName ?? '')

  return (
    <Card title={accountTexts.profile}>
      <div className="grid gap-5">
        <PhotoPicker user={user} account={account} />
        <form {...form.formProps} className="grid gap-3">
          <div className="flex flex-wrap items-start gap-2">
            <div className="min-w-0 flex-1 basis-56">
              <TextField {...form.field('displayName')} label={accountTexts.name} autoComplete="name" />
            </div>
            <div className="mt-[26px]">
              <Button
                type="submit"
                variant={isChanged ? 'primary' : 'default'}
                isDisabled={!isChanged}
                isPending={form.isSubmitting}
              >
                {accountTexts.save}
              </Button>
            </div>
          </div>
          <FailureNotice failing={failing} />
        </form>
      </div>
    </Card>
  )
}
