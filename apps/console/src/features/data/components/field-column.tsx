import { deleteDoc, deleteField, doc, FieldPath, type Firestore, setDoc, updateDoc } from 'firebase/firestore'
import { FileQuestion, ListTree, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { reactionTo } from '../../../errors/reaction.ts'
import { dataOf } from '../../../live/live-state.ts'
import { useDocument } from '../../../live/use-live.ts'
import { useProject } from '../../../session/project-context.tsx'
import { dataTexts } from '../../../texts/en/data.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { formatValue, isPlain, typeOf } from '../field-value.ts'
import { Column } from './column.tsx'
import { FieldDialog } from './field-dialog.tsx'
import { LiveProblem } from './live-problem.tsx'

interface EditedField {
  readonly name: string | undefined
  readonly value: unknown
}

/** One document, live: its fields with type and value, each to be changed where it stands. */
export function FieldColumn({ firestore, path }: { readonly firestore: Firestore; readonly path: string }) {
  const project = useProject()
  const reference = doc(firestore, path)
  const live = useDocument(reference)
  const snapshot = dataOf(live)
  const [edited, setEdited] = useState<EditedField>()
  const [problem, setProblem] = useState<unknown>()

  // Offline the SDK keeps a write and waits, so nothing here waits for it; a refusal is shown and the SDK takes the change back.
  const change = (write: Promise<void>): void => {
    setProblem(undefined)
    write.catch(setProblem)
  }
  const remove = (): void => {
    const before = snapshot?.data()
    change(deleteDoc(reference))
    if (before === undefined) return
    toast(dataTexts.deleted(path), { label: dataTexts.undo, run: () => change(setDoc(reference, before)) })
  }

  const fields = snapshot?.data()
  const names = Object.keys(fields ?? {}).toSorted()
  return (
    <Column
      title={
        snapshot?.metadata.hasPendingWrites === true ? `${dataTexts.fields} · ${dataTexts.pending}` : dataTexts.fields
      }
      actions={
        project.mayWrite && (
          <>
            <IconButton
              size="small"
              label={dataTexts.addField}
              onPress={() => setEdited({ name: undefined, value: '' })}
            >
              <Plus />
            </IconButton>
            {fields !== undefined && (
              <IconButton size="small" label={dataTexts.deleteDocument} onPress={remove}>
                <Trash2 />
              </IconButton>
            )}
          </>
        )
      }
    >
      {problem !== undefined && <ChangeProblem error={problem} />}
      {snapshot === undefined ? (
        <LiveProblem live={live} title={dataTexts.failedDocument} />
      ) : fields === undefined ? (
        <EmptyState icon={<FileQuestion />} title={dataTexts.missingDocument}>
          {dataTexts.missingDocumentHelp}
        </EmptyState>
      ) : names.length === 0 ? (
        <EmptyState icon={<ListTree />} title={dataTexts.noFields}>
          {dataTexts.noFieldsHelp}
        </EmptyState>
      ) : (
        <ul aria-label={dataTexts.fields}>
          {names.map((name) => (
            <li
              key={name}
              className="grid min-h-(--row) grid-cols-[minmax(6rem,1fr)_5.5rem_minmax(0,2fr)_auto] items-center gap-2 border-b border-line px-3 text-table"
            >
              <bdi className="truncate font-mono text-code">{name}</bdi>
              <span className="text-ink-2">{dataTexts.types[typeOf(fields[name])]}</span>
              <bdi className="min-w-0 truncate font-mono text-code" title={formatValue(fields[name])}>
                {formatValue(fields[name])}
              </bdi>
              {project.mayWrite && (
                <span className="flex">
                  <IconButton
                    size="small"
                    label={isEditable(fields[name]) ? dataTexts.editField(name) : dataTexts.mapOfSeveralTypes}
                    isDisabled={!isEditable(fields[name])}
                    onPress={() => setEdited({ name, value: fields[name] as unknown })}
                  >
                    <Pencil />
                  </IconButton>
                  <IconButton
                    size="small"
                    label={dataTexts.deleteField(name)}
                    onPress={() => change(updateDoc(reference, new FieldPath(name), deleteField()))}
                  >
                    <Trash2 />
                  </IconButton>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <FieldDialog
          firestore={firestore}
          name={edited.name}
          value={edited.value}
          onClose={() => setEdited(undefined)}
          onSave={(name, value) => {
            setEdited(undefined)
            change(
              fields === undefined
                ? setDoc(reference, { [name]: value })
                : updateDoc(reference, new FieldPath(name), value),
            )
          }}
        />
      )}
    </Column>
  )
}

/** A map with times or references inside would come back from JSON as texts. */
function isEditable(value: unknown): boolean {
  return typeOf(value) !== 'map' || isPlain(value)
}

function ChangeProblem({ error }: { readonly error: unknown }) {
  const reaction = reactionTo(error)
  return (
    <div className="p-3">
      <Notice tone="danger" isAnnounced>
        {dataTexts.couldNotSave}: {reaction.kind === 'quiet' ? dataTexts.changedMeanwhile : reaction.message}
      </Notice>
    </div>
  )
}
