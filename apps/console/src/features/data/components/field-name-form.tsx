import { useEffect, useRef, type FormEvent } from 'react'
import { fieldNameProblem } from '../../../documents/values/written-field-path.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { isForLater } from '../editors/take-over-editors.ts'

/** Another name for a field, where it stands. */
export function FieldNameForm({
  name,
  taken,
  save,
  onApply,
  onCancel,
  onTyping,
}: {
  readonly name: string
  /** Of the fields beside it. */
  readonly taken: ReadonlySet<string>
  /** What the button says. */
  readonly save: string
  /** `isLater`: it is to wait for others. */
  readonly onApply: (name: string, isLater: boolean) => void
  readonly onCancel: () => void
  /** Whether there is something to lose; must be the same function from render to render. */
  readonly onTyping: (isTyping: boolean) => void
}) {
  const isLater = useRef(false)
  const form = useForm({
    initial: { name },
    validators: {
      name: (next) => fieldNameProblem(next) ?? (taken.has(next) ? valueTexts.nameTaken : undefined),
    },
    isInstant: true,
    async submit(values) {
      onApply(values.name, isLater.current)
    },
  })
  const isTyping = form.values.name !== name
  useEffect(() => {
    onTyping(isTyping)
    return () => onTyping(false)
  }, [isTyping, onTyping])
  return (
    <form
      {...form.formProps}
      aria-label={dataTexts.renameOf(name)}
      className="grid gap-3 py-2"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        isLater.current = isForLater(event)
        form.formProps.onSubmit(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.isDefaultPrevented()) onCancel()
      }}
    >
      <TextField {...form.field('name')} label={dataTexts.fieldName} isMonospaced autoFocus />
      <div className="flex justify-end gap-2">
        <Button size="small" variant="quiet" onPress={onCancel}>
          {dataTexts.cancel}
        </Button>
        <Button size="small" type="submit">
          {save}
        </Button>
      </div>
    </form>
  )
}
