import { indexesTexts as texts } from '../../../../texts/en/indexes.ts'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import { validateCollection } from './index-card.tsx'

export interface FieldOfGroupDialogProps {
  readonly words: {
    readonly title: string
    readonly field: string
    readonly fieldHelp: string
    readonly submit: string
    readonly warning?: string
  }
  /** Answers whether it was done: the dialog stays where somebody gave up. What it throws is shown. */
  readonly onSubmit: (collectionGroup: string, fieldPath: string) => Promise<boolean>
  readonly onClose: () => void
}

/** Asks for a field of a collection. */
export function FieldOfGroupDialog({ words, onSubmit, onClose }: FieldOfGroupDialogProps) {
  const form: Form<{ collection: string; field: string }> = useForm({
    initial: { collection: '', field: '' },
    validators: {
      collection: validateCollection,
      field: (text) => (text.trim() === '' ? texts.fieldMissing : undefined),
    },
    submit: async ({ collection, field }) => {
      if (await onSubmit(collection.trim(), field.trim())) onClose()
    },
  })
  return (
    <FormDialog title={words.title} form={form} submit={words.submit} onClose={onClose}>
      <TextField
        {...form.field('collection')}
        label={texts.collection}
        description={texts.collectionHelp}
        autoComplete="off"
        isMonospaced
        autoFocus
        isRequired
      />
      <TextField
        {...form.field('field')}
        label={words.field}
        description={words.fieldHelp}
        autoComplete="off"
        isMonospaced
        isRequired
      />
      {words.warning !== undefined && <Notice tone="attention">{words.warning}</Notice>}
    </FormDialog>
  )
}
