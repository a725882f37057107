import { queryTexts } from '../../../texts/en/data-query.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { limitMax } from '../filters/collection-query.ts'

/** How many documents a page has. */
export function LimitForm({ limit, onSet }: { readonly limit: number; readonly onSet: (limit: number) => void }) {
  const form = useForm({
    initial: { limit: String(limit) },
    validators: {
      limit: (text) =>
        /^\d{1,6}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= limitMax
          ? undefined
          : queryTexts.badLimit(limitMax),
    },
    submit: async (values) => onSet(Number(values.limit)),
  })
  return (
    <form {...form.formProps} className="grid gap-3">
      <TextField {...form.field('limit')} label={queryTexts.limitLabel} isMonospaced autoFocus />
      <Button type="submit" variant="primary" isWide>
        {queryTexts.set}
      </Button>
    </form>
  )
}
