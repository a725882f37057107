import { collection, doc, type Firestore } from 'firebase/firestore'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { connection, useConnection } from '../../../backend/live/connection.ts'
import { NoAnswer, untilAway } from '../../../backend/live/answer-in-time.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { isId } from '../../../documents/data-path.ts'
import { takeOverEditors } from '../editors/take-over-editors.ts'
import { FieldTree } from './field-tree.tsx'
import { areWrittenExactly, createDocument, queueDocument } from '../queries/create-document.ts'
import { formatDocument, parseDocument, placeIn } from '../../../documents/values/document-json.ts'
import { noFields, type TypedFields } from '../../../documents/values/typed-value.ts'
import { useDraft } from '../draft/use-draft.ts'

const formId = 'add-document'

/**
 * A new document, with fields that are added one by one or pasted as JSON, or none; with `parent` in a collection that begins with it. Without a way to the
 * server one with an id that is drawn waits in this page; whether a chosen id is free is asked when the server is back, as long
 * as the dialog is open.
 */
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
  const database = useDatabase()
  const isAway = useConnection().status !== 'live'
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const [way, setWay] = useState<'fields' | 'json'>('fields')
  const editing = useDraft(noFields, false)
  /** Of the last render: what is taken over on the way is in it. */
  const latest = useRef(editing)
  latest.current = editing
  const isTyping = useRef(false)
  const setTyping = useCallback((is: boolean) => {
    isTyping.current = is
  }, [])
  const tree = useRef<HTMLDivElement>(null)
  /** False while what is typed in an open editor can't be; it says why. */
  const takeOver = (): boolean => !isTyping.current || tree.current === null || takeOverEditors(tree.current)
  const form = useForm({
    initial: { collection: '', id: '', json: '' },
    validators: {
      collection: (text) => (collectionPath !== undefined || isId(text) ? undefined : dataTexts.badId),
      id: (text) => (text === '' || isId(text) ? undefined : dataTexts.badId),
      json: (text) => (way === 'json' ? problemIn(text) : undefined),
    },
    async submit({ collection: collectionId, id, json }) {
      if (!takeOver()) return
      const path = collectionPath ?? (parent === '' ? collectionId : `${parent}/${collectionId}`)
      const target = id === '' ? doc(collection(firestore, path)) : doc(firestore, path, id)
      const fields = way === 'fields' ? latest.current.shown : fieldsIn(json)
      const added = { database, firestore, path: target.path }
      try {
        const mayWait = id === '' && areWrittenExactly(fields)
        const keep = (): void => queueDocument(added, fields)
        if (connection.getSnapshot().status !== 'live' && mayWait) keep()
        else {
          await connection.whenLive()
          if (!isOpen.current) return
          await untilAway(createDocument(added, fields)).catch((thrown: unknown) => {
            // Its id was drawn for it: should it have come there, it is the same once more.
            if (!(thrown instanceof NoAnswer) || !mayWait) throw thrown
            keep()
          })
        }
        onAdded(target.path)
      } catch (thrown) {
        if (thrown instanceof NoAnswer) {
          form.reject('id', dataTexts.addNeedsServer)
          return
        }
        const reaction = reactionTo(thrown)
        const isTaken = reaction.kind !== 'quiet' && reaction.details.code === 'already-exists'
        const message = isTaken ? dataTexts.idTaken : reaction.kind === 'quiet' ? '' : reaction.message
        form.reject('id', isTaken ? message : dataTexts.couldNotSave(message))
      }
    },
  })
  /** What was written in the one way stands there in the other. */
  const write = (next: 'fields' | 'json'): void => {
    if (next === way || !takeOver()) return
    const { shown } = latest.current
    if (next === 'json') form.setValue('json', shown.size === 0 ? '' : formatDocument(shown))
    else if (problemIn(form.values.json) === undefined) editing.write(formatDocument(fieldsIn(form.values.json)))
    else {
      form.reject('json', problemIn(form.values.json))
      return
    }
    setWay(next)
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="medium"
      title={collectionPath === undefined ? dataTexts.addCollection : dataTexts.addTo(collectionPath)}
    >
      <form {...form.formProps} id={formId} className="grid gap-3">
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
        <Choice
          label={dataTexts.fields}
          options={[
            { id: 'fields', label: dataTexts.oneByOne },
            { id: 'json', label: dataTexts.json },
          ]}
          value={way}
          onChange={write}
        />
        {way === 'json' && (
          <TextArea
            {...form.field('json')}
            label={dataTexts.fieldsAsJson}
            description={dataTexts.fieldsAsJsonHelp}
            isMonospaced
            rows={6}
          />
        )}
      </form>
      <div className="grid gap-3">
        {way === 'fields' && (
          // Escape leaves an editor, and not the dialog with it.
          <div
            ref={tree}
            onKeyDown={(event) => {
              const isInEditor = event.target instanceof Element && event.target.closest('form') !== null
              if (isInEditor && event.key === 'Escape') event.stopPropagation()
            }}
            className="@container mt-3 rounded border border-line"
          >
            <FieldTree editing={editing} mayEdit={!form.isSubmitting} onTyping={setTyping} />
          </div>
        )}
        {isAway && (
          <Notice tone="information" isAnnounced>
            {form.isSubmitting ? dataTexts.waitsForServer : dataTexts.addOffline}
          </Notice>
        )}
        <DialogActions>
          <Button onPress={onClose}>{dataTexts.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" isPending={form.isSubmitting}>
            {dataTexts.create}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

/** None of a text that is no document. */
function fieldsIn(text: string): TypedFields {
  const parsed = parseDocument(text)
  return 'value' in parsed ? parsed.value : noFields
}

function problemIn(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const parsed = parseDocument(text)
  if ('value' in parsed) return undefined
  const { line, column } = placeIn(text, parsed.at)
  return valueTexts.jsonAt(line, column, parsed.problem)
}
