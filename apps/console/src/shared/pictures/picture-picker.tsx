import type { UploadTask } from 'firebase/storage'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { reactionTo } from '../../backend/errors/reaction.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice, type Failing } from '../../ui/failure-notice.tsx'
import { FieldProblem } from '../../ui/field.tsx'
import { formatBytes } from '../../texts/format.ts'
import { Progress } from '../../ui/progress.tsx'
import { toast } from '../../ui/toast.ts'
import { type PictureType, pictureBytesMax, pictureHeadBytes, pictureTypeOf } from '@hearth/model/picture-type'

/** What the picture is called, and what is said about it. */
export interface PictureWords {
  readonly name: string
  readonly help: string
  readonly choose: string
  readonly change: string
  readonly remove: string
  readonly saved: string
  readonly removed: string
  readonly uploading: string
  readonly cancel: string
  readonly empty: string
  readonly noPicture: string
  readonly tooLarge: (size: string) => string
}

export interface PicturePickerProps {
  readonly words: PictureWords
  /** As it is now. */
  readonly picture: ReactNode
  readonly hasPicture: boolean
  /** Starts to send a checked picture; the task tells how far it is and can be cancelled. */
  readonly upload: (file: File, type: PictureType) => UploadTask
  /** After the upload. */
  readonly link: () => Promise<void>
  readonly remove: () => Promise<void>
}

type Step =
  | { readonly kind: 'idle' }
  | { readonly kind: 'uploading'; readonly share: number }
  | { readonly kind: 'working' }
  | { readonly kind: 'unfit'; readonly message: string }
  | { readonly kind: 'failed'; readonly reaction: Failing }

const accepted = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

/** A photo or an icon: choose, see it go up, cancel, remove. */
export function PicturePicker({ words, picture, hasPicture, upload, link, remove }: PicturePickerProps) {
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  const task = useRef<UploadTask>(undefined)
  useEffect(() => () => void task.current?.cancel(), [])

  const change = async (act: () => Promise<void>, done: string) => {
    try {
      await act()
      setStep({ kind: 'idle' })
      toast(done)
    } catch (thrown) {
      const reaction = reactionTo(thrown)
      const isCancelled = reaction.kind === 'upload-stopped' && reaction.details.code === 'storage/canceled'
      setStep(isCancelled ? { kind: 'idle' } : { kind: 'failed', reaction })
    }
  }

  const choose = async (file: File) => {
    const checked = await checkPicture(file)
    if (!checked.isFit) {
      const messages = {
        empty: words.empty,
        'no-picture': words.noPicture,
        'too-large': words.tooLarge(formatBytes(file.size)),
      }
      setStep({ kind: 'unfit', message: messages[checked.problem] })
      return
    }
    setStep({ kind: 'uploading', share: 0 })
    await change(async () => {
      const started = upload(file, checked.type)
      task.current = started
      started.on('state_changed', ({ bytesTransferred, totalBytes }) =>
        setStep({ kind: 'uploading', share: bytesTransferred / totalBytes }),
      )
      await started
      task.current = undefined
      setStep({ kind: 'working' })
      await link()
    }, words.saved)
  }

  const isBusy = step.kind === 'uploading' || step.kind === 'working'
  return (
    <div role="group" aria-label={words.name} className="flex flex-wrap items-center gap-4">
      {picture}
      <div className="grid min-w-0 flex-1 basis-56 gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <FileTrigger
            acceptedFileTypes={accepted}
            onSelect={(files) => {
              const file = files?.[0]
              if (file !== undefined) void choose(file)
            }}
          >
            <Button isPending={isBusy}>{hasPicture ? words.change : words.choose}</Button>
          </FileTrigger>
          {hasPicture && !isBusy && (
            <Button
              variant="quiet"
              onPress={() => {
                setStep({ kind: 'working' })
                void change(remove, words.removed)
              }}
            >
              {words.remove}
            </Button>
          )}
          {step.kind === 'uploading' && (
            <Button variant="quiet" onPress={() => task.current?.cancel()}>
              {words.cancel}
            </Button>
          )}
        </div>
        {step.kind === 'uploading' ? (
          <Progress label={words.uploading} value={step.share} />
        ) : (
          <p className="text-table text-ink-2">{words.help}</p>
        )}
        {step.kind === 'unfit' && <FieldProblem>{step.message}</FieldProblem>}
        {step.kind === 'failed' && <FailureNotice failing={step.reaction} />}
      </div>
    </div>
  )
}

type CheckedPicture =
  | { readonly isFit: true; readonly type: PictureType }
  | { readonly isFit: false; readonly problem: 'empty' | 'too-large' | 'no-picture' }

/** Looks into a file before anything is sent. */
async function checkPicture(file: File): Promise<CheckedPicture> {
  if (file.size === 0) return { isFit: false, problem: 'empty' }
  if (file.size > pictureBytesMax) return { isFit: false, problem: 'too-large' }
  const type = pictureTypeOf(new Uint8Array(await file.slice(0, pictureHeadBytes).arrayBuffer()))
  return type === undefined ? { isFit: false, problem: 'no-picture' } : { isFit: true, type }
}
