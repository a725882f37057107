import { FIELD_OPERATORS, type FieldOperator } from '@hearth/model/query'
import { useCallback, useState } from 'react'
import { dataTexts } from '../../../texts/en/data.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Button } from '../../../ui/button.tsx'
import { ComboField } from '../../../ui/combo-field.tsx'
import { LateSelect } from '../../../ui/late-select.tsx'
import { Select, type SelectOption } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { type Condition, conditionProblem, listOperators } from '../../../documents/condition.ts'
import type { SeenFields } from '../filters/seen-fields.ts'
import { formatText, parseText } from '../../../documents/values/editor-text.ts'
import { formatFieldPath } from '@hearth/model/field-path'
import { parseFieldPath } from '../../../documents/values/written-field-path.ts'
import type { TypedValue, ValueType } from '../../../documents/values/typed-value.ts'

const comparedTypes: readonly ValueType[] = [
  'string',
  'integer',
  'double',
  'boolean',
  'timestamp',
  'reference',
  'null',
  'geopoint',
  'bytes',
  'map',
  'array',
]

const operatorOptions: readonly SelectOption<FieldOperator>[] = FIELD_OPERATORS.map((id) => ({
  id,
  label: `${id}  ${queryTexts.operators[id]}`,
}))
const typeOptions: readonly SelectOption<ValueType>[] = comparedTypes.map((id) => ({ id, label: valueTexts.types[id] }))
const booleanOptions: readonly SelectOption<'true' | 'false'>[] = [
  { id: 'true', label: 'true' },
  { id: 'false', label: 'false' },
]

/** One condition: field, operator, value with its type. */
export function ConditionForm({
  condition,
  seen,
  onSet,
}: {
  /** undefined for a new one. */
  readonly condition: Condition | undefined
  readonly seen: SeenFields
  readonly onSet: (condition: Condition) => void
}) {
  const [operator, setOperator] = useState<FieldOperator>(condition?.operator ?? '==')
  const [chosenType, setType] = useState<ValueType>(condition?.value.kind ?? 'string')
  const type = listOperators.includes(operator) ? 'array' : chosenType
  const form = useForm({
    initial: {
      field: condition === undefined ? '' : formatFieldPath(condition.field),
      value: condition === undefined ? '' : formatText(condition.value).replaceAll(/\s*\n\s*/g, ' '),
    },
    validators: {
      field: (text) => (parseFieldPath(text) === undefined ? queryTexts.badField : undefined),
      value: (text) => {
        const parsed = parseText(type, text)
        return 'problem' in parsed ? parsed.problem : conditionProblem(operator, parsed.value)
      },
    },
    async submit({ field, value: text }) {
      const parsed = parseText(type, text)
      const path = parseFieldPath(field)
      if (path !== undefined && 'value' in parsed) onSet({ field: path, operator, value: parsed.value })
    },
  })
  const help = type === 'array' ? queryTexts.needsList : valueTexts.help[type]
  const { setValue } = form
  const { value: valueText } = form.values
  const changeType = useCallback(
    (chosen: ValueType): void => {
      setType(chosen)
      if (chosen === 'boolean' && 'problem' in parseText(chosen, valueText)) setValue('value', 'true')
    },
    [setValue, valueText],
  )
  const changeField = (field: string): void => {
    form.setValue('field', field)
    const usual = seen.get(field)?.type
    if (usual === undefined || form.values.value !== '') return
    // What an array is asked for is mostly what it contains.
    if (usual === 'array') setOperator('array-contains')
    else if (comparedTypes.includes(usual)) setType(usual)
  }
  return (
    <form {...form.formProps} className="grid gap-3">
      <ComboField
        {...form.field('field')}
        label={queryTexts.field}
        description={queryTexts.fieldHelp}
        options={[...seen.keys()]}
        onChange={changeField}
        autoFocus
      />
      <LateSelect label={queryTexts.operator} options={operatorOptions} value={operator} onChange={setOperator} />
      {type === chosenType && (
        <LateSelect label={dataTexts.type} options={typeOptions} value={type} onChange={changeType} />
      )}
      {type === 'boolean' ? (
        <Select
          label={dataTexts.value}
          options={booleanOptions}
          value={form.values.value === 'false' ? 'false' : 'true'}
          onChange={(chosen) => form.setValue('value', chosen)}
        />
      ) : (
        type !== 'null' && (
          <TextField
            {...form.field('value')}
            label={dataTexts.value}
            isMonospaced
            {...(help !== undefined && { description: help })}
          />
        )
      )}
      <Button type="submit" variant="primary" isWide>
        {condition === undefined ? queryTexts.addCondition : dataTexts.apply}
      </Button>
    </form>
  )
}

/** The value of a condition on one line. */
export function conditionText(value: TypedValue): string {
  const text = formatText(value).replaceAll(/\s*\n\s*/g, ' ')
  return value.kind === 'string' ? JSON.stringify(text) : value.kind === 'null' ? 'null' : text
}
