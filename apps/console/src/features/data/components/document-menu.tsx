import { deleteDoc, doc, type Firestore } from 'firebase/firestore'
import { Braces, Copy, Ellipsis, Trash2 } from 'lucide-react'
import { trackWrite } from '../../../live/pending-writes.ts'
import { useProject } from '../../../session/project-context.tsx'
import { dataTexts } from '../../../texts/en/data.ts'
import { useCopy } from '../../../ui/copyable.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MenuButton, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.ts'
import { createDocument } from '../queries/create-document.ts'
import { formatDocument } from '../../../documents/values/document-json.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'

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
  const project = useProject()
  const { copy } = useCopy()
  const mayDelete = project.mayWrite && fields !== undefined

  const remove = (): void => {
    if (fields === undefined) return
    onProblem(undefined)
    onDelete()
    trackWrite(firestore.app, deleteDoc(doc(firestore, path))).catch(onProblem)
    toast(dataTexts.deleted(path), {
      label: dataTexts.undo,
      topic: 'document',
      run: () => void createDocument({ project, firestore, path }, fields).catch(onProblem),
    })
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
        {mayDelete && <MenuSeparator />}
        {mayDelete && (
          <MenuItem icon={<Trash2 />} isDanger onAction={remove}>
            {dataTexts.deleteDocument}
          </MenuItem>
        )}
      </MenuButton>
    </>
  )
}
