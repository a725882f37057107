import { FailureNotice } from './failure-notice.tsx'
import { TextField } from './text-field.tsx'
import { toast } from './toast.ts'
import { useForm, type Form } from './use-form.ts'
import { validateDisplayName } from './validators.ts'
import { SaveButton } from './save-button.tsx'

export interface NameFormProps {
  readonly label: string
  readonly description?: string
  readonly name: string
  readonly autoComplete: 'name' | 'off'
  readonly save: string
  /** Said when it is done. */
  readonly saved: string
  readonly onSave: (name: string) => Promise<void>
}

/** A name in one line with the button that saves it. */
export function NameForm({ label, description, name, autoComplete, save, saved, onSave }: NameFormProps) {
  const form: Form<{ name: string }> = useForm({
    initial: { name },
    validators: { name: validateDisplayName },
    submit: async (values) => {
      await onSave(values.name.trim())
      toast(saved)
    },
  })
  return (
    <form {...form.formProps} className="grid gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
        <div>
          <TextField
            {...form.field('name')}
            label={label}
            autoComplete={autoComplete}
            {...(description !== undefined && { description })}
          />
        </div>
        <div className="mt-[26px]">
          <SaveButton isChanged={form.isChanged} isPending={form.isSubmitting}>
            {save}
          </SaveButton>
        </div>
      </div>
      <FailureNotice failing={form.failing} />
    </form>
  )
}
