import { updateProfile } from 'firebase/auth'
import { saveAccountFields } from '../../../shared/console-data/account-document.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useSession } from '../../../session/session-context.tsx'
import type { SignedIn } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { Card } from '../../../ui/card.tsx'
import { NameForm } from '../../../ui/name-form.tsx'
import { PhotoPicker } from './photo-picker.tsx'

/** Name and photo, as others see them. */
export function ProfileCard({ signedIn: { user, account } }: { readonly signedIn: SignedIn }) {
  const { app } = useConsoleApp()
  const session = useSession()
  return (
    <Card title={accountTexts.profile}>
      <div className="grid gap-5">
        <PhotoPicker user={user} account={account} />
        <NameForm
          label={accountTexts.name}
          name={account.displayName ?? ''}
          autoComplete="name"
          save={accountTexts.save}
          saved={accountTexts.nameSaved}
          onSave={async (displayName) => {
            await updateProfile(user, { displayName })
            await saveAccountFields(app, user.uid, { displayName })
            await session.refresh()
          }}
        />
      </div>
    </Card>
  )
}
