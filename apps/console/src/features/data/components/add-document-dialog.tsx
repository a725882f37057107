import { collection, doc, type Firestore, setDoc } from 'firebase/firestore'
import { dataTexts } from '../../../texts/en/data.ts'
import { reactionTo } from '../../../errors/reaction.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { isId } from '../data-path.ts'

/** A new document, empty at first; with `parent` in a collection that begins with it. */
export function AddDocumentDialog({
  firestore,
  collectionPath,
  parent,
  onAdded,
  onClose,
}: {
  readonly firestore: Firestore
  /** undefined asks for the collection, too. */
  readonly collectionPath: string | undefined
  readonly parent: string
  readonly onAdded: (path: string) => void
  readonly onClose: () => void
}) {
  const form = useForm({
    initial: { collection: '', id: '' },
    validators: {
      collection: (text) => (collectionPath !== undefined || isId(text) ? undefined : dataTexts.badId),
      id: (text) => (text === '' || isId(text) ? undefined : dataTexts.badId),
    },
    async submit({ collection: collectionId, id }) {
      const path = collectionPath ?? (parent === '' ? collectionId : `${parent}/${collectionId}`)
      const target = id === '' ? doc(collection(firestore, path)) : doc(firestore, path, id)
      try {
        await setDoc(target, {}, { merge: true })
        onAdded(target.path)
      } catch (thrown) {
        const reaction = reactionTo(thrown)
        form.reject('id', reaction.kind === 'quiet' ? dataTexts.couldNotSave : reaction.message)
      }
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={collectionPath === undefined ? dataTexts.addCollection : dataTexts.addTo(collectionPath)}
    >
      <form {...form.formProps} className="grid gap-3">
        {collectionPath === undefined && (
          <TextField {...form.field('collection')} label={dataTexts.collectionId} isMonospaced autoFocus />
        )}
        <TextField
          {...form.field('id')}
          label={dataTexts.documentId}
          description={dataTexts.documentIdHelp}
          isMonospaced
          autoFocus={collectionPath !== undefined}
        />
        <DialogActions>
          <Button onPress={onClose}>{dataTexts.cancel}</Button>
          <Button type="submit" variant="primary" isPending={form.isSubmitting}>
            {dataTexts.create}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
