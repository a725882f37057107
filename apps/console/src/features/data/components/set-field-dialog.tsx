import { useState } from 'react'
import { dataTexts } from '../../../texts/en/data.ts'
import { exchangeTexts as texts } from '../../../texts/en/data-exchange.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { formatNumber } from '../../../texts/format.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { formatText, parseText } from '../../../documents/values/editor-text.ts'
import { parseFieldPath } from '../../../documents/values/written-field-path.ts'
import { operationTypes, plainTypes, type TypedValue, type ValueType } from '../../../documents/values/typed-value.ts'
import { earlierDocumentsMax } from '../jobs/field-setting.ts'
import { type ChangeMany, countOf } from '../jobs/many-documents.ts'
import { setFieldJob } from '../jobs/set-field-job.ts'
import { startJob } from '../../../shared/jobs/jobs.ts'
import { isRounded } from './cell-content.tsx'
import { useHistoryTime } from '../../../session/use-history-time.ts'

const types: readonly ValueType[] = [...plainTypes, 'array', ...operationTypes]
type Choice = ValueType | 'remove'

/** What the form begins with. */
export interface FieldPreset {
  /** As people write it. */
  readonly field: string
  readonly value: TypedValue | undefined
}

/** One field and the value that it gets in many documents; a job does it. */
export function SetFieldDialog({
  many,
  size,
  preset,
  onClose,
  onStarted,
}: {
  readonly many: ChangeMany
  /** Such as `1,204 documents`. */
  readonly size: string
  /** undefined where nobody pointed at a cell. */
  readonly preset: FieldPreset | undefined
  readonly onClose: () => void
  readonly onStarted: () => void
}) {
  // A map has no line to be written in, and of a rounded number the digits are not known.
  const value =
    types.some((type) => type === preset?.value?.kind) && !isRounded(preset?.value) ? preset?.value : undefined
  const [choice, setChoice] = useState<Choice>(value?.kind ?? 'string')
  const kept = useHistoryTime()
  const form = useForm({
    initial: {
      field: preset?.field ?? '',
      value: value === undefined || value.kind === 'null' ? '' : formatText(value),
    },
    validators: {
      field: (text) => (pathOf(text) === undefined ? queryTexts.badField : undefined),
      value: (text) => {
        const parsed = choice === 'remove' ? undefined : parseText(choice, text)
        return parsed !== undefined && 'problem' in parsed ? parsed.problem : undefined
      },
    },
    async submit({ field, value: text }) {
      const path = pathOf(field)
      const parsed = choice === 'remove' ? { value: undefined } : parseText(choice, text)
      if (path === undefined || 'problem' in parsed) return
      if (startJob(setFieldJob(many, path, parsed.value))) onStarted()
    },
  })
  const mayUndo = (countOf(many.documents) ?? 0) <= earlierDocumentsMax
  const help = choice === 'remove' ? undefined : valueTexts.help[choice]
  return (
    <FormDialog
      title={texts.setFieldOf(size)}
      form={form}
      failing={undefined}
      submit={texts.startSetField(size)}
      onClose={onClose}
    >
      <TextField
        {...form.field('field')}
        label={queryTexts.field}
        description={texts.setFieldHelp}
        isMonospaced
        autoFocus={preset === undefined}
        autoComplete="off"
      />
      <Select
        label={dataTexts.type}
        options={[
          ...types.map((id) => ({ id, label: valueTexts.types[id] })),
          { id: 'remove' as const, label: texts.removeField },
        ]}
        value={choice}
        onChange={(chosen) => {
          setChoice(chosen)
          if (chosen === 'boolean') form.setValue('value', 'true')
        }}
      />
      {choice === 'boolean' ? (
        <Select
          label={dataTexts.value}
          options={[
            { id: 'true', label: 'true' },
            { id: 'false', label: 'false' },
          ]}
          value={form.values.value === 'false' ? 'false' : 'true'}
          onChange={(chosen) => form.setValue('value', chosen)}
        />
      ) : choice === 'null' || choice === 'server-time' || choice === 'remove' ? (
        help !== undefined && <p className="text-table text-ink-2">{help}</p>
      ) : (
        <TextField
          {...form.field('value')}
          label={dataTexts.value}
          isMonospaced
          autoFocus={preset !== undefined}
          {...(help !== undefined && { description: help })}
        />
      )}
      <p className="text-table text-ink-2">
        {mayUndo ? texts.mayUndoSetField : texts.mayNotUndoSetField(formatNumber(earlierDocumentsMax), kept)}
      </p>
    </FormDialog>
  )
}

/** The name of the document is no field that can be set. */
function pathOf(text: string): readonly string[] | undefined {
  return text.trim() === '__name__' ? undefined : parseFieldPath(text)
}
