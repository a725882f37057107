import { useState } from 'react'
import type { ProjectApp } from '../../../backend/api/projects.ts'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Select } from '../../../ui/select.tsx'
import { isRange, spans } from '../../../shared/reports/date-range.ts'
import { useAnalytics } from '../use-analytics.ts'
import { Input } from 'react-aria-components/Input'
import { TextField } from 'react-aria-components/TextField'
import { controlClasses, FieldLabel, FieldMessage } from '../../../ui/field.tsx'

/** The days that the reports are about, what they are compared with, and which app they are of. */
export function AnalyticsControls({
  apps,
  hasDays,
  comparison,
}: {
  readonly apps: readonly ProjectApp[]
  readonly hasDays: boolean
  /** Of counts by days alone; charts are compared from the start. */
  readonly comparison: 'none' | 'of-charts' | 'of-tables'
}) {
  const { search, range, show } = useAnalytics()
  const isOwn = search.from !== undefined
  const usual = comparison === 'of-charts' ? 'before' : 'none'
  return (
    <section
      aria-label={texts.controls}
      className="grid grid-cols-2 items-end gap-2 tablet:flex tablet:flex-wrap tablet:*:min-w-44"
    >
      {hasDays && (
        <Select
          label={texts.range}
          hasHiddenLabel
          value={isOwn ? 'own' : String(search.days ?? 28)}
          options={[
            ...spans.map((span) => ({ id: String(span), label: texts.spans[span] })),
            { id: 'own', label: texts.own },
          ]}
          onChange={(id) =>
            show(
              id === 'own'
                ? { days: undefined, from: range.start, to: range.end }
                : { days: spans.find((span) => String(span) === id), from: undefined, to: undefined },
            )
          }
        />
      )}
      {hasDays && comparison !== 'none' && (
        <Select
          label={texts.compare}
          hasHiddenLabel
          value={search.compare ?? usual}
          options={(['none', 'before', 'year'] as const).map((id) => ({ id, label: texts.comparisons[id] }))}
          onChange={(id) => show({ compare: id === usual ? undefined : id })}
        />
      )}
      {(apps.length > 1 || search.app !== undefined) && (
        <Select
          label={texts.app}
          hasHiddenLabel
          value={search.app ?? 'all'}
          options={[
            { id: 'all', label: texts.allApps },
            ...apps.map(({ appId, name }) => ({ id: appId, label: name })),
            ...(search.app !== undefined && !apps.some(({ appId }) => appId === search.app)
              ? [{ id: search.app, label: search.app }]
              : []),
          ]}
          onChange={(id) => show({ app: id === 'all' ? undefined : id })}
        />
      )}
      {hasDays && isOwn && <OwnRange key={`${range.start} ${range.end}`} start={range.start} end={range.end} />}
    </section>
  )
}

function OwnRange({ start, end }: { readonly start: string; readonly end: string }) {
  const { show } = useAnalytics()
  const [from, setFrom] = useState(start)
  const [to, setTo] = useState(end)
  const isGood = isRange({ start: from, end: to })
  const write = () => {
    if (isGood && (from !== start || to !== end)) show({ from, to })
  }
  return (
    <div className="col-span-2 grid grid-cols-2 gap-2 desk:col-span-1 desk:max-w-80">
      <DayField label={texts.from} value={from} onChange={setFrom} onBlur={write} />
      <DayField label={texts.to} value={to} onChange={setTo} onBlur={write} error={isGood ? '' : texts.badRange} />
    </div>
  )
}

interface DayFieldProps {
  readonly label: string
  /** Such as `2026-11-20`. */
  readonly value: string
  readonly onChange: (day: string) => void
  readonly onBlur: () => void
  readonly error?: string
}

/** A day, typed or chosen in the browser's own calendar. */
function DayField({ label, value, onChange, onBlur, error = '' }: DayFieldProps) {
  return (
    <TextField value={value} onChange={onChange} onBlur={onBlur} isInvalid={error !== ''} validationBehavior="aria">
      <FieldLabel>{label}</FieldLabel>
      <Input type="date" className={`${controlClasses} h-8 px-2.5 text-body touch:h-10`} />
      {error !== '' && <FieldMessage>{error}</FieldMessage>}
    </TextField>
  )
}
