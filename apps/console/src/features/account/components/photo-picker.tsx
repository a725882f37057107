import type { User } from 'firebase/auth'
import type { UploadTask } from 'firebase/storage'
import { useEffect, useRef, useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { reactionTo } from '../../../errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useSession } from '../../../session/session-context.tsx'
import type { Account } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldProblem } from '../../../ui/field-problem.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { toast } from '../../../ui/toast.ts'
import { checkPhoto, linkPhoto, removePhoto, uploadPhoto } from '../queries/photo.ts'
import { FailureNotice, type Failing } from '../../../ui/failure-notice.tsx'

type Step =
  | { readonly kind: 'idle' }
  | { readonly kind: 'uploading'; readonly share: number }
  | { readonly kind: 'working' }
  | { readonly kind: 'unfit'; readonly message: string }
  | { readonly kind: 'failed'; readonly reaction: Failing }

const accepted = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

/** The account's photo: choose, see it go up, cancel, remove. */
export function PhotoPicker({ user, account }: { readonly user: User; readonly account: Account }) {
  const { app } = useConsoleApp()
  const session = useSession()
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  const task = useRef<UploadTask>(undefined)
  useEffect(() => () => void task.current?.cancel(), [])

  const change = async (act: () => Promise<void>, done: string) => {
    try {
      await act()
      await session.refresh()
      setStep({ kind: 'idle' })
      toast(done)
    } catch (thrown) {
      const reaction = reactionTo(thrown)
      const isCancelled = reaction.kind === 'upload-stopped' && reaction.details.code === 'storage/canceled'
      setStep(isCancelled ? { kind: 'idle' } : { kind: 'failed', reaction })
    }
  }

  const choose = async (file: File) => {
    const checked = await checkPhoto(file)
    if (!checked.isFit) {
      setStep({ kind: 'unfit', message: checked.message })
      return
    }
    setStep({ kind: 'uploading', share: 0 })
    await change(async () => {
      const upload = uploadPhoto(app, user.uid, file, checked.type)
      task.current = upload
      upload.on('state_changed', ({ bytesTransferred, totalBytes }) =>
        setStep({ kind: 'uploading', share: bytesTransferred / totalBytes }),
      )
      await upload
      task.current = undefined
      setStep({ kind: 'working' })
      await linkPhoto(app, user)
    }, accountTexts.photoSaved)
  }

  const remove = () => {
    setStep({ kind: 'working' })
    void change(() => removePhoto(app, user), accountTexts.photoRemoved)
  }

  const hasPhoto = account.photoURL !== null && account.photoURL !== ''
  const isBusy = step.kind === 'uploading' || step.kind === 'working'
  return (
    <div role="group" aria-label={accountTexts.photo} className="flex flex-wrap items-center gap-4">
      <Avatar name={account.displayName ?? account.email ?? account.uid} imageUrl={account.photoURL} size="large" />
      <div className="grid min-w-0 flex-1 basis-56 gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <FileTrigger
            acceptedFileTypes={accepted}
            onSelect={(files) => {
              const file = files?.[0]
              if (file !== undefined) void choose(file)
            }}
          >
            <Button isPending={isBusy}>{hasPhoto ? accountTexts.changePhoto : accountTexts.choosePhoto}</Button>
          </FileTrigger>
          {hasPhoto && !isBusy && (
            <Button variant="quiet" onPress={remove}>
              {accountTexts.removePhoto}
            </Button>
          )}
          {step.kind === 'uploading' && (
            <Button variant="quiet" onPress={() => task.current?.cancel()}>
              {accountTexts.uploadCancel}
            </Button>
          )}
        </div>
        {step.kind === 'uploading' ? (
          <Progress label={accountTexts.uploading} value={step.share} />
        ) : (
          <p className="text-table text-ink-2">{accountTexts.photoHelp}</p>
        )}
        {step.kind === 'unfit' && <FieldProblem>{step.message}</FieldProblem>}
        {step.kind === 'failed' && <FailureNotice failing={step.reaction} />}
      </div>
    </div>
  )
}
