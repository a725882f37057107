import { deleteDoc, doc, type Firestore } from 'firebase/firestore'
import { useState } from 'react'
import { Braces, Copy, Ellipsis, Trash2 } from 'lucide-react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { trackWrite } from '../../../backend/live/track-write.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { exchangeTexts, exchangeTexts as texts } from '../../../texts/en/data-exchange.ts'
import { useCopy } from '../../../ui/copyable.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MenuButton, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.ts'
import { createDocument } from '../queries/create-document.ts'
import { tellDeletions } from '../queries/delete-documents.ts'
import { listCollections } from '../queries/data-queries.ts'
import { formatDocument } from '../../../documents/values/document-json.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { useNavigate } from '@tanstack/react-router'
import { TypedConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { deleteBelowJob } from '../jobs/delete-many-job.ts'
import { startJob } from '../../../shared/jobs/jobs.ts'
import { useHistoryTime } from '../../../session/use-history-time.ts'

/** What can be done with a document as a whole. */
export function DocumentMenu({
  firestore,
  path,
  fields,
  onDelete,
  onProblem,
}: {
  readonly firestore: Firestore
  readonly path: string
  /** undefined while there is no such document, or its exact types are not known, without which a deletion has no way back. */
  readonly fields: TypedFields | undefined
  /** Told just before it goes. */
  readonly onDelete: () => void
  readonly onProblem: (problem: unknown) => void
}) {
  const database = useDatabase()
  const { copy } = useCopy()
  const [isDeletingBelow, setDeletingBelow] = useState(false)
  const mayDelete = database.project.mayWrite && fields !== undefined

  const remove = (): void => {
    if (fields === undefined) return
    onProblem(undefined)
    onDelete()
    trackWrite(firestore.app, deleteDoc(doc(firestore, path)), {
      operation: 'delete',
      project: database.project.id,
      database: database.id,
      path,
    })
      .then(tellDeletions)
      .catch(onProblem)
    const restore = (): void =>
      void createDocument({ database, firestore, path }, fields).then(tellDeletions).catch(onProblem)
    const tell = (text: string): void => {
      toast(text, { label: dataTexts.undo, topic: 'document', run: restore })
    }
    tell(dataTexts.deleted(path))
    listCollections(database, path)
      .then((below) => below.length > 0 && tell(dataTexts.deletedAlone(path, below.join(', '))))
      // Offline nobody knows; the document is told of all the same.
      .catch(() => undefined)
  }
  return (
    <>
      {mayDelete && (
        <IconButton size="small" label={dataTexts.deleteDocument} onPress={remove}>
          <Trash2 />
        </IconButton>
      )}
      <MenuButton
        label={dataTexts.documentActions}
        trigger={
          <IconButton size="small" label={dataTexts.documentActions}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<Copy />} onAction={() => copy(path)}>
          {dataTexts.copyPath}
        </MenuItem>
        {fields !== undefined && (
          <MenuItem icon={<Braces />} onAction={() => copy(formatDocument(fields))}>
            {dataTexts.copyJson}
          </MenuItem>
        )}
        {database.project.mayWrite && <MenuSeparator />}
        {mayDelete && (
          <MenuItem icon={<Trash2 />} isDanger onAction={remove}>
            {dataTexts.deleteDocument}
          </MenuItem>
        )}
        {database.project.mayWrite && (
          <MenuItem icon={<Trash2 />} isDanger onAction={() => setDeletingBelow(true)}>
            {exchangeTexts.deleteBelow}
          </MenuItem>
        )}
      </MenuButton>
      {isDeletingBelow && <DeleteBelowDialog path={path} onClose={() => setDeletingBelow(false)} />}
    </>
  )
}

/** Asks for the name before a collection, or a document, goes with all below it. The screen of the jobs shows how far it is. */
export function DeleteBelowDialog({ path, onClose }: { readonly path: string; readonly onClose: () => void }) {
  const database = useDatabase()
  const navigate = useNavigate()
  const kept = useHistoryTime()
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isDocument = path.split('/').length % 2 === 0
  return (
    <TypedConfirmDialog
      title={texts.deleteBelowTitle(path)}
      confirm={texts.deleteAll(name)}
      wanted={name}
      label={texts.typeName(name)}
      wrong={texts.wrongName(name)}
      onConfirm={() => {
        if (!startJob(deleteBelowJob(database, path))) return
        onClose()
        void navigate({ to: '/projects/$project/jobs', params: { project: database.project.id } })
      }}
      onClose={onClose}
    >
      {isDocument ? texts.deleteDocumentBelowText(kept) : texts.deleteCollectionText(kept)}
    </TypedConfirmDialog>
  )
}
