import { useMemo, useState } from 'react'
import { dataTexts } from '../../../texts/en/data.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { orderTexts } from '../../../texts/en/order.ts'
import { Button } from '../../../ui/button.tsx'
import { ComboField } from '../../../ui/combo-field.tsx'
import { LateSelect } from '../../../ui/late-select.tsx'
import { useForm } from '../../../ui/use-form.ts'
import type { Ordering } from '../../../documents/condition.ts'
import { orderKind } from '../filters/order-words.ts'
import type { SeenFields } from '../filters/seen-fields.ts'
import { formatFieldPath } from '@hearth/model/field-path'
import { parseFieldPath } from '../../../documents/values/written-field-path.ts'

/** What documents are sorted by. */
export function OrderForm({
  ordering,
  seen,
  onSet,
}: {
  readonly ordering: Ordering | undefined
  readonly seen: SeenFields
  readonly onSet: (ordering: Ordering) => void
}) {
  const [direction, setDirection] = useState<'asc' | 'desc'>(ordering?.isDescending === true ? 'desc' : 'asc')
  const form = useForm({
    initial: { field: ordering === undefined ? '' : formatFieldPath(ordering.field) },
    validators: { field: (text) => (parseFieldPath(text) === undefined ? queryTexts.badField : undefined) },
    async submit({ field }) {
      const path = parseFieldPath(field)
      if (path !== undefined) onSet({ field: path, isDescending: direction === 'desc' })
    },
  })
  const kind = orderKind(form.values.field.trim(), seen)
  const directions = useMemo(
    () => [
      { id: 'asc' as const, label: orderTexts[kind].ascending },
      { id: 'desc' as const, label: orderTexts[kind].descending },
    ],
    [kind],
  )
  return (
    <form {...form.formProps} className="grid gap-3">
      <ComboField
        {...form.field('field')}
        label={queryTexts.field}
        description={queryTexts.orderHelp}
        options={[...seen.keys()]}
        autoFocus
      />
      <LateSelect label={queryTexts.direction} options={directions} value={direction} onChange={setDirection} />
      <Button type="submit" variant="primary" isWide>
        {ordering === undefined ? queryTexts.addOrder : dataTexts.apply}
      </Button>
    </form>
  )
}
