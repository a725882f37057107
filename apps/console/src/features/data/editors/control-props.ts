import type { FieldProps } from '../../../ui/use-form.ts'

/** What the control of one type is told. The value is the text that `parseText` reads. */
export interface ControlProps {
  readonly field: FieldProps
  readonly autoFocus: boolean
  /** `problem` is what is wrong with what was typed where `parseText` has no words for it. */
  readonly onText: (text: string, problem?: string) => void
}
