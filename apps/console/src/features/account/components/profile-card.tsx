import { updateProfile, type User } from 'firebase/auth'
import { saveAccountFields } from '../../../shared/console-data/account-document.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useSession } from '../../../session/session-context.tsx'
import type { SignedIn, Account } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { Card } from '../../../ui/card.tsx'
import { NameForm } from '../../../ui/name-form.tsx'
import { PicturePicker, type PictureWords } from '../../../shared/pictures/picture-picker.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { linkPhoto, removePhoto, uploadPhoto } from '../queries/photo.ts'

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

const words: PictureWords = {
  name: accountTexts.photo,
  help: accountTexts.photoHelp,
  choose: accountTexts.choosePhoto,
  change: accountTexts.changePhoto,
  remove: accountTexts.removePhoto,
  saved: accountTexts.photoSaved,
  removed: accountTexts.photoRemoved,
  uploading: accountTexts.uploading,
  cancel: accountTexts.uploadCancel,
  empty: accountTexts.photoEmpty,
  noPicture: accountTexts.photoNotImage,
  tooLarge: accountTexts.photoTooLarge,
}

/** The account's photo. */
function PhotoPicker({ user, account }: { readonly user: User; readonly account: Account }) {
  const { app } = useConsoleApp()
  const session = useSession()
  const { photoURL } = account
  return (
    <PicturePicker
      words={words}
      picture={<Avatar name={account.displayName ?? account.email ?? account.uid} imageUrl={photoURL} size="large" />}
      hasPicture={photoURL !== null && photoURL !== ''}
      upload={(file, type) => uploadPhoto(app, user.uid, file, type)}
      link={async () => {
        await linkPhoto(app, user)
        await session.refresh()
      }}
      remove={async () => {
        await removePhoto(app, user)
        await session.refresh()
      }}
    />
  )
}
