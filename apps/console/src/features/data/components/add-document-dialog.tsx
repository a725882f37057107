import { collection, doc, type Firestore } from 'firebase/firestore'
import { reactionTo } from '../../../errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { isId } from '../../../documents/data-path.ts'
import { createDocument } from '../queries/create-document.ts'
import { parseDocument, placeIn } from '../../../documents/values/document-json.ts'
import { noFields } from '../../../documents/values/typed-value.ts'

/** A new document, with fields pasted as JSON or none; with `parent` in a collection that begins with it. */
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
  const project = useProject()
  const form = useForm({
    initial: { collection: '', id: '', json: '' },
    validators: {
      collection: (text) => (collectionPath !== undefined || isId(text) ? undefined : dataTexts.badId),
      id: (text) => (text === '' || isId(text) ? undefined : dataTexts.badId),
      json: problemIn,
    },
    async submit({ collection: collectionId, id, json }) {
      const path = collectionPath ?? (parent === '' ? collectionId : `${parent}/${collectionId}`)
      const target = id === '' ? doc(collection(firestore, path)) : doc(firestore, path, id)
      const parsed = parseDocument(json)
      try {
        const fields = 'value' in parsed ? parsed.value : noFields
        await createDocument({ project, firestore, path: target.path }, fields)
        onAdded(target.path)
      } catch (thrown) {
        const reaction = reactionTo(thrown)
        const isTaken = reaction.kind !== 'quiet' && reaction.details.code === 'already-exists'
        const message = isTaken ? dataTexts.idTaken : reaction.kind === 'quiet' ? '' : reaction.message
        form.reject('id', isTaken ? message : dataTexts.couldNotSave(message))
      }
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="medium"
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
        <TextArea
          {...form.field('json')}
          label={dataTexts.fieldsAsJson}
          description={dataTexts.fieldsAsJsonHelp}
          isMonospaced
          rows={6}
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

function problemIn(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const parsed = parseDocument(text)
  if ('value' in parsed) return undefined
  const { line, column } = placeIn(text, parsed.at)
  return valueTexts.jsonAt(line, column, parsed.problem)
}
