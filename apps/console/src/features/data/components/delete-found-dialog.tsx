import { exchangeTexts as texts } from '../../../texts/en/data-exchange.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { type ChangeMany, deleteManyJob } from '../jobs/change-many-job.ts'
import { startJob } from '../jobs/start-job.ts'

/** Asks for the name of the collection before all that a query finds is deleted. */
export function DeleteFoundDialog({
  many,
  size,
  onClose,
  onStarted,
}: {
  readonly many: ChangeMany
  /** Such as `1,204 documents`. */
  readonly size: string
  readonly onClose: () => void
  readonly onStarted: () => void
}) {
  const name = many.collection.slice(many.collection.lastIndexOf('/') + 1)
  const form = useForm({
    initial: { name: '' },
    validators: { name: (text) => (text.trim() === name ? undefined : texts.wrongName(name)) },
    async submit() {
      if (startJob(deleteManyJob(many))) onStarted()
    },
  })
  return (
    <FormDialog
      title={texts.deleteAllTitle(size)}
      form={form}
      failing={undefined}
      submit={texts.deleteAll(size)}
      isDanger
      onClose={onClose}
    >
      <p className="text-table text-ink-2">{texts.deleteAllText}</p>
      <TextField {...form.field('name')} label={texts.typeName(name)} isMonospaced autoComplete="off" autoFocus />
    </FormDialog>
  )
}
