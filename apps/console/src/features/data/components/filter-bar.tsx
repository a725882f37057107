import { Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { Button } from '../../../ui/button.tsx'
import { FilterChip } from '../../../ui/filter-chip.tsx'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { type CollectionQuery, limitMax } from '../filters/collection-query.ts'
import { formatCondition, type Ordering } from '../../../documents/condition.ts'
import { orderWords, orderKind } from '../filters/order-words.ts'
import type { SeenFields } from '../filters/seen-fields.ts'
import { formatFieldPath } from '@hearth/model/field-path'
import { ConditionForm, conditionText } from './condition-form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { orderTexts } from '../../../texts/en/order.ts'
import { ComboField } from '../../../ui/combo-field.tsx'
import { LateSelect } from '../../../ui/late-select.tsx'
import { parseFieldPath } from '../../../documents/values/written-field-path.ts'

/** The query as a sentence of chips: where … and … order by … limit … Each opens what edits it. */
export function FilterBar({
  query,
  seen,
  onChange,
  search,
  children,
}: {
  readonly query: CollectionQuery
  readonly seen: SeenFields
  readonly onChange: (query: CollectionQuery) => void
  /** What goes before the sentence. */
  readonly search: ReactNode
  /** What goes behind the sentence. */
  readonly children?: ReactNode
}) {
  const { conditions, orderings, limit } = query
  const limitForm = (close: () => void) => (
    <LimitForm
      limit={limit}
      onSet={(next) => {
        close()
        onChange({ ...query, limit: next })
      }}
    />
  )
  return (
    <div
      role="group"
      aria-label={queryTexts.sentence}
      className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1.5 px-4 pb-2.5 text-table text-ink-2 tablet:px-6"
    >
      {search}
      {conditions.map((condition, at) => {
        const text = formatCondition(condition)
        return (
          <span key={`${at} ${text}`} className="flex min-w-0 max-w-full items-center gap-2">
            <span>{at === 0 ? queryTexts.where : queryTexts.and}</span>
            <FilterChip
              editPrefix={queryTexts.editCondition('')}
              editLabel={queryTexts.editCondition(text)}
              removeLabel={queryTexts.removeCondition(text)}
              onRemove={() => onChange({ ...query, conditions: conditions.toSpliced(at, 1) })}
              form={(close) => (
                <ConditionForm
                  condition={condition}
                  seen={seen}
                  onSet={(next) => {
                    close()
                    onChange({ ...query, conditions: conditions.with(at, next) })
                  }}
                />
              )}
            >
              <bdi className="truncate font-medium">{formatFieldPath(condition.field)}</bdi>
              <span className="shrink-0">{condition.operator}</span>
              <bdi className="truncate font-mono text-code">{conditionText(condition.value)}</bdi>
            </FilterChip>
          </span>
        )
      })}
      {orderings.map((ordering, at) => {
        const field = formatFieldPath(ordering.field)
        return (
          <span key={`${at} ${field}`} className="flex min-w-0 max-w-full items-center gap-2">
            <span>{at === 0 ? queryTexts.orderBy : queryTexts.and}</span>
            <FilterChip
              editPrefix={queryTexts.editOrder('')}
              editLabel={queryTexts.editOrder(field)}
              removeLabel={queryTexts.removeOrder(field)}
              onRemove={() => onChange({ ...query, orderings: orderings.toSpliced(at, 1) })}
              form={(close) => (
                <OrderForm
                  ordering={ordering}
                  seen={seen}
                  onSet={(next) => {
                    close()
                    onChange({ ...query, orderings: orderings.with(at, next) })
                  }}
                />
              )}
            >
              <bdi className="truncate font-medium">{field}</bdi>
              <span className="shrink-0">{orderWords(field, seen, ordering.isDescending)}</span>
            </FilterChip>
          </span>
        )
      })}
      {limit !== undefined && (
        <span className="flex items-center gap-2">
          <span>{queryTexts.limit}</span>
          <FilterChip
            editPrefix={queryTexts.editLimit('')}
            editLabel={queryTexts.editLimit(String(limit))}
            removeLabel={queryTexts.removeLimit}
            onRemove={() => onChange({ ...query, limit: undefined })}
            form={limitForm}
          >
            <span className="font-mono text-code">{limit}</span>
          </FilterChip>
        </span>
      )}
      {/* In few words: each stands beside what it adds. */}
      <span className="-mx-2.5 flex flex-wrap items-center gap-y-1.5 tablet:contents">
        <PopoverButton
          label={queryTexts.addCondition}
          trigger={(props) => (
            <Button {...props} size="small" variant="quiet" icon={<Plus />} aria-label={queryTexts.addCondition}>
              {queryTexts.short.condition}
            </Button>
          )}
        >
          {(close) => (
            <ConditionForm
              condition={undefined}
              seen={seen}
              onSet={(condition) => {
                close()
                onChange({ ...query, conditions: [...conditions, condition] })
              }}
            />
          )}
        </PopoverButton>
        <PopoverButton
          label={queryTexts.addOrder}
          trigger={(props) => (
            <Button {...props} size="small" variant="quiet" icon={<Plus />} aria-label={queryTexts.addOrder}>
              {queryTexts.short.order}
            </Button>
          )}
        >
          {(close) => (
            <OrderForm
              ordering={undefined}
              seen={seen}
              onSet={(ordering) => {
                close()
                onChange({ ...query, orderings: [...orderings, ordering] })
              }}
            />
          )}
        </PopoverButton>
        {limit === undefined && (
          <PopoverButton
            label={queryTexts.addLimit}
            trigger={(props) => (
              <Button {...props} size="small" variant="quiet" icon={<Plus />} aria-label={queryTexts.addLimit}>
                {queryTexts.short.limit}
              </Button>
            )}
          >
            {limitForm}
          </PopoverButton>
        )}
        {children}
      </span>
    </div>
  )
}

/** How many of the first documents are shown; nothing for all. */
function LimitForm({
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

/** What documents are sorted by. */
function OrderForm({
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
