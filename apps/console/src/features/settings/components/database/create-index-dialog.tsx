import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useDatabase } from '../../../../shared/databases/use-databases.ts'
import { failureOf } from '../../../../backend/errors/failure.ts'
import { reactionTo, type Reaction } from '../../../../backend/errors/reaction.ts'
import { indexesTexts as texts } from '../../../../texts/en/indexes.ts'
import { Button } from '../../../../ui/button.tsx'
import { FieldProblem } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Select } from '../../../../ui/select.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import { createIndex, type FieldKind } from '../../queries/indexes.ts'
import { validateCollection } from './index-card.tsx'

interface Row {
  readonly id: number
  readonly fieldPath: string
  readonly kind: FieldKind
}

type Scope = keyof typeof texts.scopes

const scopes = (['collection', 'group'] as const).map((id) => ({ id, label: texts.scopes[id] }))
const kinds = (['ascending', 'descending', 'contains'] as const).map((id) => ({ id, label: texts.kinds[id] }))
const fieldsMax = 100

/** Declares an index: whose documents, and by which fields in which order. */
export function CreateIndexDialog({
  onCreated,
  onClose,
}: {
  readonly onCreated: () => void
  readonly onClose: () => void
}) {
  const database = useDatabase()
  const [scope, setScope] = useState<Scope>('collection')
  const [rows, setRows] = useState<readonly Row[]>([newRow(1), newRow(2)])
  const [problem, setProblem] = useState<string>()
  const [failing, setFailing] = useState<Reaction>()
  const form: Form<{ collection: string }> = useForm({
    initial: { collection: '' },
    validators: { collection: validateCollection },
    submit: async ({ collection }) => {
      setFailing(undefined)
      const fields = rows.map(({ fieldPath, kind }) => ({ fieldPath: fieldPath.trim(), kind }))
      const wrong = problemOf(fields.map(({ fieldPath }) => fieldPath))
      setProblem(wrong)
      if (wrong !== undefined) return
      try {
        await createIndex(database, { collectionGroup: collection.trim(), isGroup: scope === 'group', fields })
        toast(texts.created)
        onCreated()
        onClose()
      } catch (thrown) {
        if (failureOf(thrown).code === 'already-exists') setProblem(texts.exists)
        else setFailing(reactionTo(thrown))
      }
    },
  })
  const change = (id: number, changes: Partial<Row>) => {
    setProblem(undefined)
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...changes } : row)))
  }
  return (
    <FormDialog
      title={texts.createTitle}
      width="medium"
      form={form}
      failing={failing}
      submit={texts.create}
      onClose={onClose}
    >
      <TextField
        {...form.field('collection')}
        label={texts.collection}
        description={texts.collectionHelp}
        autoComplete="off"
        isMonospaced
        autoFocus
        isRequired
      />
      <Select label={texts.scope} options={scopes} value={scope} onChange={setScope} />
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-table font-medium">{texts.fields}</legend>
        {rows.map(({ id, fieldPath, kind }, index) => (
          <div key={id} className="flex flex-wrap items-start gap-2">
            <div className="min-w-0 flex-1 basis-36">
              <TextField
                label={texts.field(index + 1)}
                hasHiddenLabel
                name={`field-${id}`}
                value={fieldPath}
                onChange={(text) => change(id, { fieldPath: text })}
                placeholder={texts.field(index + 1)}
                autoComplete="off"
                isMonospaced
              />
            </div>
            <div className="min-w-0 basis-44">
              <Select
                label={texts.kindOf(index + 1)}
                hasHiddenLabel
                options={kinds}
                value={kind}
                onChange={(chosen) => change(id, { kind: chosen })}
              />
            </div>
            <IconButton
              label={texts.removeField(index + 1)}
              isDisabled={rows.length <= 2}
              onPress={() => setRows((before) => before.filter((row) => row.id !== id))}
            >
              <X />
            </IconButton>
          </div>
        ))}
        {problem !== undefined && <FieldProblem>{problem}</FieldProblem>}
        <div>
          <Button
            size="small"
            icon={<Plus />}
            isDisabled={rows.length >= fieldsMax}
            onPress={() => setRows((before) => [...before, newRow((before.at(-1)?.id ?? 0) + 1)])}
          >
            {texts.addField}
          </Button>
        </div>
      </fieldset>
    </FormDialog>
  )
}

function newRow(id: number): Row {
  return { id, fieldPath: '', kind: 'ascending' }
}

function problemOf(fields: readonly string[]): string | undefined {
  if (fields.includes('')) return texts.fieldMissing
  return new Set(fields).size < fields.length ? texts.fieldTwice : undefined
}
