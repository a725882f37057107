import { collection, doc, type Firestore } from 'firebase/firestore'
import { useEffect, useRef } from 'react'
import { reactionTo } from '../../../errors/reaction.ts'
import { connection } from '../../../live/connection.ts'
import { useConnection } from '../../../live/use-connection.ts'
import { useProject } from '../../../session/project-context.tsx'
import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { isId } from '../../../documents/data-path.ts'
import { areWrittenExactly, createDocument, queueDocument } from '../queries/create-document.ts'
import { parseDocument, placeIn } from '../../../documents/values/document-json.ts'
import { noFields } from '../../../documents/values/typed-value.ts'

/**
 * A new document, with fields pasted as JSON or none; with `parent` in a collection that begins with it. Without a way to the
 * server one with an id that is drawn waits on this machine; whether a chosen id is free is asked when the server is back, as long
 * as the dialog is open.
 */
export function AddDocumentDialog({
  firestore,
  collectionPath,
  parent,
  onAdded,
  onRefused,
  onClose,
}: {
  readonly firestore: Firestore
  /** undefined asks for the collection, too. */
  readonly collectionPath: string | undefined
  readonly parent: string
  readonly onAdded: (path: string) => void
  /** Told when the server didn't take a document that had waited. */
  readonly onRefused: (path: string, thrown: unknown) => void
  readonly onClose: () => void
}) {
  const project = useProject()
  const isAway = useConnection().status !== 'live'
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
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
      const fields = 'value' in parsed ? parsed.value : noFields
      const added = { project, firestore, path: target.path }
      try {
        if (connection.getSnapshot().status !== 'live' && id === '' && areWrittenExactly(fields)) {
          queueDocument(added, fields, (thrown) => onRefused(target.path, thrown))
        } else {
          await connection.whenLive()
          if (!isOpen.current) return
          await createDocument(added, fields)
        }
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
        {isAway && (
          <Notice tone="information" isAnnounced>
            {form.isSubmitting ? dataTexts.waitsForServer : dataTexts.addOffline}
          </Notice>
        )}
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
