import { Input } from 'react-aria-components/Input'
import { TextField } from 'react-aria-components/TextField'
import { controlClasses, FieldLabel, FieldMessage } from '../../../ui/field.tsx'

export interface DayFieldProps {
  readonly label: string
  /** Such as `2026-11-20`. */
  readonly value: string
  readonly onChange: (day: string) => void
  readonly onBlur: () => void
  readonly error?: string
}

/** A day, typed or chosen in the browser's own calendar. */
export function DayField({ label, value, onChange, onBlur, error = '' }: DayFieldProps) {
  return (
    <TextField value={value} onChange={onChange} onBlur={onBlur} isInvalid={error !== ''} validationBehavior="aria">
      <FieldLabel>{label}</FieldLabel>
      <Input type="date" className={`${controlClasses} h-8 px-2.5 text-body touch:h-10`} />
      {error !== '' && <FieldMessage>{error}</FieldMessage>}
    </TextField>
  )
}
