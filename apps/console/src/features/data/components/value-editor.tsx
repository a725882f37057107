import { useEffect, useState } from 'react'
import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { formatText, parseText } from '../../../documents/values/editor-text.ts'
import { fieldNameProblem } from '../../../documents/values/field-name.ts'
import type { TypedValue, ValueType } from '../../../documents/values/typed-value.ts'

const plainTypes: readonly ValueType[] = [
  'string',
  'integer',
  'double',
  'boolean',
  'timestamp',
  'geopoint',
  'reference',
  'bytes',
  'vector',
  'null',
  'map',
]
const operationTypes: readonly ValueType[] = ['server-time', 'increment', 'array-add', 'array-remove']
const inSeveralLines: readonly ValueType[] = ['string', 'map', 'array', 'array-add', 'array-remove']

export interface ValueEditorProps {
  /** What is edited, for screen readers. */
  readonly label: string
  readonly value: TypedValue
  /** Whether it stands in an array, which holds no array and where the server works nothing out. */
  readonly isElement: boolean
  /** For a field of a map or of the document: its name, empty for a new one, and the names that others have. */
  readonly naming?: { readonly name: string; readonly taken: ReadonlySet<string> }
  readonly onApply: (value: TypedValue, name: string) => void
  readonly onCancel: () => void
  /** Whether there is something to lose; must be the same function from render to render. */
  readonly onTyping: (isTyping: boolean) => void
}

/** One value with its type, edited where it stands. Enter takes it over, Escape leaves it as it was. */
export function ValueEditor({ label, value, isElement, naming, onApply, onCancel, onTyping }: ValueEditorProps) {
  const [type, setType] = useState<ValueType>(value.type)
  // The list of types keeps the focus while somebody goes through it.
  const [isTypeChosen, setTypeChosen] = useState(false)
  const [initial] = useState({ name: naming?.name ?? '', value: formatText(value) })
  /** A text that a type began with, and the one that it took the place of: on the way through several types nothing is lost. */
  const [begun, setBegun] = useState<{ readonly text: string; readonly before: string }>()
  const form = useForm({
    initial,
    validators: {
      name: (name) =>
        naming === undefined
          ? undefined
          : (fieldNameProblem(name) ?? (naming.taken.has(name) ? valueTexts.nameTaken : undefined)),
      value: (text) => {
        const parsed = parseText(type, text)
        return 'problem' in parsed ? parsed.problem : undefined
      },
    },
    async submit({ name, value: text }) {
      const parsed = parseText(type, text)
      if ('value' in parsed) onApply(parsed.value, name)
    },
  })
  const isTyping = type !== value.type || form.values.name !== initial.name || form.values.value !== initial.value
  useEffect(() => {
    onTyping(isTyping)
    return () => onTyping(false)
  }, [isTyping, onTyping])
  const types = [...plainTypes, ...(isElement ? [] : (['array', ...operationTypes] as const))]
  const isNew = naming?.name === ''
  const isLong = inSeveralLines.includes(type)
  const help = valueTexts.help[type]
  const control = {
    ...form.field('value'),
    label: dataTexts.value,
    isMonospaced: true,
    autoFocus: !isNew && !isTypeChosen,
    ...(help !== undefined && { description: help }),
  }
  return (
    <form
      {...form.formProps}
      aria-label={label}
      className="grid gap-3 py-2"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
        const isCommand = event.ctrlKey || event.metaKey
        if (!isCommand || (event.key !== 'Enter' && event.key !== 's')) return
        // Taken over first; the page's own key saves it then.
        event.preventDefault()
        event.stopPropagation()
        event.currentTarget.requestSubmit()
      }}
    >
      {naming !== undefined && (
        <TextField {...form.field('name')} label={dataTexts.fieldName} isMonospaced autoFocus={isNew} />
      )}
      <div className={classNames('grid gap-3', !isLong && '@md:grid-cols-[10rem_minmax(0,1fr)]')}>
        <Select
          label={dataTexts.type}
          options={types.map((id) => ({ id, label: valueTexts.types[id] }))}
          value={type}
          onChange={(chosen) => {
            setType(chosen)
            setTypeChosen(true)
            const written = begun?.text === form.values.value ? begun.before : form.values.value
            const fits = 'value' in parseText(chosen, written)
            const text = fits ? written : startOf(chosen)
            setBegun(fits ? undefined : { text, before: written })
            form.setValue('value', text)
          }}
        />
        {type === 'boolean' ? (
          <Select
            label={dataTexts.value}
            name="value"
            options={[
              { id: 'true', label: 'true' },
              { id: 'false', label: 'false' },
            ]}
            value={form.values.value === 'false' ? 'false' : 'true'}
            onChange={(chosen) => form.setValue('value', chosen)}
          />
        ) : type === 'null' || type === 'server-time' ? (
          <p className="self-end pb-1.5 text-table text-ink-2">{help}</p>
        ) : isLong ? (
          <TextArea key="lines" {...control} rows={rowsFor(form.values.value)} />
        ) : (
          <TextField key="line" {...control} />
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" onPress={onCancel}>
          {dataTexts.cancel}
        </Button>
        <Button size="small" type="submit" variant="primary">
          {dataTexts.apply}
        </Button>
      </div>
    </form>
  )
}

/** What the control holds after a change to a type that the text before doesn't fit. */
function startOf(type: ValueType): string {
  switch (type) {
    case 'boolean':
      return 'true'
    case 'timestamp':
      return new Date().toISOString()
    case 'map':
      return '{}'
    case 'array':
    case 'array-add':
    case 'array-remove':
      return '[]'
    default:
      return ''
  }
}

function rowsFor(text: string): number {
  return Math.min(14, Math.max(2, text.split('\n').length))
}
