import { queryTexts } from '../../../texts/en/data-query.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { limitMax } from '../filters/collection-query.ts'

/** How many of the first documents are shown; nothing for all. */
export function LimitForm({
  limit,
  onSet,
}: {
  readonly limit: number | undefined
  readonly onSet: (limit: number | undefined) => void
}) {
  const form = useForm({
    initial: { limit: limit === undefined ? '' : String(limit) },
    validators: {
      limit: (text) =>
        text.trim() === '' || (/^\d{1,6}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= limitMax)
          ? undefined
          : queryTexts.badLimit(limitMax),
    },
    submit: async (values) => onSet(values.limit.trim() === '' ? undefined : Number(values.limit)),
  })
  return (
    <form {...form.formProps} className="grid gap-3">
      <TextField
        {...form.field('limit')}
        label={queryTexts.limitLabel}
        description={queryTexts.limitHelp}
        isMonospaced
        autoFocus
      />
      <Button type="submit" variant="primary" isWide>
        {queryTexts.set}
      </Button>
    </form>
  )
}
