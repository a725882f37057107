import type { Firestore } from 'firebase/firestore'
import { useState } from 'react'
import { dataTexts } from '../../../texts/en/data.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { editedTypes, type EditedType, formatValue, isPlain, parseValue, typeOf } from '../field-value.ts'

const withoutText: readonly EditedType[] = ['null', 'server-time']
const inSeveralLines: readonly EditedType[] = ['string', 'map', 'array']

/** A new field, or another value for one: name, type, value. */
export function FieldDialog({
  firestore,
  name,
  value,
  onSave,
  onClose,
}: {
  readonly firestore: Firestore
  /** undefined for a new field. */
  readonly name: string | undefined
  readonly value: unknown
  readonly onSave: (name: string, value: unknown) => void
  readonly onClose: () => void
}) {
  // An array with times or references inside would come back from JSON as texts: it is only added to and removed from.
  const isPartsOnly = Array.isArray(value) && !isPlain(value)
  const [type, setType] = useState<EditedType>(isPartsOnly ? 'array-add' : typeOf(value))
  const form = useForm({
    initial: { name: name ?? '', value: value === null || isPartsOnly ? '' : formatValue(value) },
    validators: {
      name: (text) => (text === '' ? dataTexts.needsName : undefined),
      value: (text) =>
        parseValue(firestore, type, text) === undefined ? dataTexts.badValue(dataTexts.types[type]) : undefined,
    },
    submit: async (values) => onSave(values.name, parseValue(firestore, type, values.value)),
  })
  const help = dataTexts.valueHelp[type]
  const control = {
    ...form.field('value'),
    label: dataTexts.value,
    isMonospaced: true,
    ...(help !== '' && { description: help }),
  }
  const types = isPartsOnly ? editedTypes.filter((one) => one !== 'array') : editedTypes
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={name === undefined ? dataTexts.addField : dataTexts.editField(name)}
      width="medium"
    >
      <form {...form.formProps} className="grid gap-3">
        {name === undefined && <TextField {...form.field('name')} label={dataTexts.fieldName} isMonospaced autoFocus />}
        <Select
          label={dataTexts.type}
          options={types.map((id) => ({ id, label: dataTexts.types[id] }))}
          value={type}
          onChange={setType}
        />
        {!withoutText.includes(type) &&
          (inSeveralLines.includes(type) ? <TextArea {...control} rows={4} /> : <TextField {...control} />)}
        {withoutText.includes(type) && help !== '' && <p className="text-table text-ink-2">{help}</p>}
        <DialogActions>
          <Button onPress={onClose}>{dataTexts.cancel}</Button>
          <Button type="submit" variant="primary" isPending={form.isSubmitting}>
            {dataTexts.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
