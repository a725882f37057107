import { useId, useRef, useState } from 'react'
import { addEntry, type Author } from './entries.ts'
import { formText } from './form-text.ts'
import { messageOf } from './messages.ts'
import { type PictureUpload, uploadPicture } from './upload-picture.ts'

const pictureBytesMax = 5 * 1024 * 1024

/** Writes an entry, with a picture if one is chosen. */
export function EntryForm({ author }: { author: Author }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const upload = useRef<PictureUpload>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [progress, setProgress] = useState<number>()
  const [message, setMessage] = useState('')

  async function submit(fields: FormData) {
    const text = formText(fields, 'text').trim()
    const file = fields.get('picture')
    const picture = file instanceof File && file.size > 0 ? file : undefined
    if (text === '') return setMessage('Write something first.')
    if (picture !== undefined && picture.size > pictureBytesMax) return setMessage('A picture has at most 5 MB.')
    setIsBusy(true)
    setMessage('')
    try {
      if (picture !== undefined) {
        setProgress(0)
        upload.current = uploadPicture(author.uid, picture, setProgress)
      }
      const uploaded = (await upload.current?.done) ?? null
      // The entry is in the list at once and stays there while it is on its way, so the form is free for the next one.
      addEntry({ text, author, picture: uploaded }).catch((error: unknown) => setMessage(messageOf(error)))
      form.current?.reset()
    } catch (error) {
      setMessage(messageOf(error))
    } finally {
      upload.current = null
      setProgress(undefined)
      setIsBusy(false)
    }
  }

  return (
    <form
      ref={form}
      className="card"
      aria-labelledby={`${id}-title`}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      }}
    >
      <h2 id={`${id}-title`}>Write in the book</h2>
      <label htmlFor={`${id}-text`}>Your words</label>
      <textarea id={`${id}-text`} name="text" rows={3} maxLength={500} readOnly={isBusy} />
      <label htmlFor={`${id}-picture`}>A picture, if you like</label>
      <input id={`${id}-picture`} name="picture" type="file" accept="image/png,image/jpeg,image/webp,image/gif" />
      {progress !== undefined && (
        <p className="upload">
          <label htmlFor={`${id}-progress`}>Uploading the picture</label>
          <progress id={`${id}-progress`} value={progress} />
          <button type="button" className="quiet" onClick={() => upload.current?.cancel()}>
            Cancel
          </button>
        </p>
      )}
      {message && (
        <p className="problem" role="alert">
          {message}
        </p>
      )}
      <p className="actions">
        <button type="submit" disabled={isBusy}>
          Add entry
        </button>
      </p>
    </form>
  )
}
