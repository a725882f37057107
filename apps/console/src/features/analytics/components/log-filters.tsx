import { useState } from 'react'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { ComboField } from '../../../ui/combo-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'

export interface LogFiltersProps {
  /** Names that there are. */
  readonly events: readonly string[]
  readonly event: string | undefined
  readonly client: string | undefined
  readonly onChange: (filter: { readonly event: string | undefined; readonly client: string | undefined }) => void
}

/** Which events are listed. What is typed counts when the field is left or Enter is pressed. */
export function LogFilters({ events, event, client, onChange }: LogFiltersProps) {
  const [name, setName] = useState(event ?? '')
  const [id, setId] = useState(client ?? '')
  const write = () => {
    const next = { event: name.trim() || undefined, client: id.trim() || undefined }
    if (next.event !== event || next.client !== client) onChange(next)
  }
  return (
    <form
      aria-label={texts.logFilters}
      className="grid gap-2 tablet:grid-cols-2"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        write()
      }}
    >
      <ComboField label={texts.event} name="event" value={name} onChange={setName} onBlur={write} options={events} />
      <TextField label={texts.device} name="client" value={id} onChange={setId} onBlur={write} isMonospaced />
      <button type="submit" className="sr-only" tabIndex={-1}>
        {texts.logFilters}
      </button>
    </form>
  )
}
