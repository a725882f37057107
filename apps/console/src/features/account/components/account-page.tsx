import { useSignedIn, useSession } from '../../../session/session-context.tsx'
import { accountTexts } from '../../../texts/en/account.ts'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { PasskeysCard } from './passkeys-card.tsx'
import { SecondFactorsCard } from './second-factors-card.tsx'
import { SessionCard, SessionsCard } from './sessions-card.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { useState, type ReactNode } from 'react'
import type { SignedIn, Account } from '../../../session/session-state.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useChooseLanguage, useChooseTheme } from '../../../shared/console-data/choose-preferences.ts'
import { isMeasuringRefusedByBrowser, setDensity, setMeasuring } from '../../../browser/preferences.ts'
import { useChosenLanguage, useDensity, useMeasuring, useTheme } from '../../../session/use-preferences.ts'
import { offeredLanguages } from '../../../texts/language.ts'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { DeveloperFold } from '../../../ui/details-fold.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { formatDateTime } from '../../../texts/format.ts'
import { updateProfile, type User } from 'firebase/auth'
import { saveAccountFields } from '../../../shared/console-data/account-document.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { NameForm } from '../../../ui/name-form.tsx'
import { PicturePicker, type PictureWords } from '../../../shared/pictures/picture-picker.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { linkPhoto, removePhoto, uploadPhoto } from '../queries/photo.ts'

/** Oneself: profile, sign-in, this session, preferences, and the way out. */
export function AccountPage() {
  usePageTitle(accountTexts.title)
  const signedIn = useSignedIn()
  if (signedIn === undefined) return null
  return (
    <>
      <PageHeader title={accountTexts.title} fact={signedIn.account.email ?? signedIn.account.uid} width="narrow" />
      <PageBody width="narrow">
        <ProfileCard key={signedIn.account.uid} signedIn={signedIn} />
        <SignInCard signedIn={signedIn} />
        <PasskeysCard signedIn={signedIn} />
        <SecondFactorsCard signedIn={signedIn} />
        <PreferencesCard />
        <SessionsCard />
        <SessionCard signedIn={signedIn} />
        <RecordCard account={signedIn.account} />
        <DangerCard signedIn={signedIn} />
      </PageBody>
    </>
  )
}

/** The way out. */
function DangerCard({ signedIn }: { readonly signedIn: SignedIn }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={accountTexts.danger}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-table text-ink-2">{accountTexts.dangerText}</p>
        <Button variant="danger" onPress={() => setOpen(true)}>
          {accountTexts.deleteOpen}
        </Button>
      </div>
      {isOpen && <DeleteAccountDialog signedIn={signedIn} onClose={() => setOpen(false)} />}
    </Card>
  )
}

const themes = [
  { id: 'system', label: accountTexts.system, icon: <Monitor aria-hidden="true" /> },
  { id: 'light', label: accountTexts.light, icon: <Sun aria-hidden="true" /> },
  { id: 'dark', label: accountTexts.dark, icon: <Moon aria-hidden="true" /> },
] as const

const densities = [
  { id: 'comfortable', label: accountTexts.comfortable },
  { id: 'compact', label: accountTexts.compact },
] as const

const languages = [
  { id: 'browser', label: accountTexts.languageOfBrowser },
  ...offeredLanguages.map(({ id, name }) => ({ id, label: name })),
] as const

/** How the console looks and speaks: theme and language for the account, the rest in this browser. */
function PreferencesCard() {
  return (
    <Card title={accountTexts.preferences}>
      <div className="grid gap-4">
        <Choice label={accountTexts.theme} options={themes} value={useTheme()} onChange={useChooseTheme()} />
        <Choice label={accountTexts.density} options={densities} value={useDensity()} onChange={setDensity} />
        <LanguageChoice />
        <div>
          <Switch
            label={accountTexts.measuring}
            isOn={useMeasuring() && !isMeasuringRefusedByBrowser()}
            onChange={setMeasuring}
            isDisabled={isMeasuringRefusedByBrowser()}
          />
          <p className="mt-1 text-table text-ink-2">
            {isMeasuringRefusedByBrowser() ? accountTexts.measuringRefused : accountTexts.measuringText}
          </p>
        </div>
      </div>
    </Card>
  )
}

function LanguageChoice() {
  const choose = useChooseLanguage()
  const chosen = useChosenLanguage()
  return (
    <Select
      label={accountTexts.language}
      description={accountTexts.languageHelp}
      options={languages}
      value={offeredLanguages.find(({ id }) => id === chosen)?.id ?? 'browser'}
      onChange={(id) => choose(id === 'browser' ? undefined : id)}
    />
  )
}

/** The user's record, whole. */
function RecordCard({ account }: { readonly account: Account }) {
  const facts: [name: string, value: ReactNode][] = [
    [accountTexts.uid, <Copyable key="uid" label={accountTexts.uid} value={account.uid} />],
    [accountTexts.email, account.email],
    [accountTexts.emailVerified, yesOrNo(account.emailVerified)],
    [accountTexts.displayName, account.displayName],
    [
      accountTexts.photoURL,
      account.photoURL === null || account.photoURL === '' ? null : (
        <Copyable key="photo" label={accountTexts.photoURL} value={account.photoURL} />
      ),
    ],
    [accountTexts.phoneNumber, account.phoneNumber],
    [accountTexts.isAnonymous, yesOrNo(account.isAnonymous)],
    [accountTexts.tenantId, account.tenantId],
    [accountTexts.creationTime, momentOf(account.creationTime)],
    [accountTexts.lastSignInTime, momentOf(account.lastSignInTime)],
  ]
  return (
    <Card title={accountTexts.record} description={accountTexts.recordText} isFlush>
      <FactList
        facts={facts.map(([name, value]) => ({
          id: name,
          name,
          value: value === null || value === '' ? <span className="text-ink-2">{accountTexts.none}</span> : value,
        }))}
      />
      <DeveloperFold>
        <h3 className="px-4 pt-2.5 pb-1.5 text-table font-normal text-ink-2">{accountTexts.providerData}</h3>
        <CodeBlock label={accountTexts.providerData} code={JSON.stringify(account.providerData, undefined, 2)} />
      </DeveloperFold>
    </Card>
  )
}

function yesOrNo(value: boolean): string {
  return value ? accountTexts.yes : accountTexts.no
}

function momentOf(text: string | undefined): string | null {
  return text === undefined ? null : formatDateTime(Date.parse(text))
}

/** Name and photo, as others see them. */
function ProfileCard({ signedIn: { user, account } }: { readonly signedIn: SignedIn }) {
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

const photoWords: PictureWords = {
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
      words={photoWords}
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
