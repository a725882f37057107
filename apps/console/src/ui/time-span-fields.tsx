import { useState } from 'react'
import { uiTexts } from '../texts/en/ui.ts'
import { TextField } from './text-field.tsx'
import { minutesOf, spanOfMinutes, type TimeSpan } from './time-span.ts'

/** From which minute to which. It counts when a field is left or Enter is pressed; an empty field leaves its end open. */
export function TimeSpanFields({
  span,
  onChange,
}: {
  readonly span: TimeSpan
  readonly onChange: (span: TimeSpan) => void
}) {
  const { since, until } = span
  const [typed, setTyped] = useState(() => minutesOf(span))
  const [known, setKnown] = useState(span)
  const [sent, setSent] = useState(span)
  if (known.since !== since || known.until !== until) {
    setKnown(span)
    // Back, or a link that leads here. What was sent from here comes when something else may be typed already.
    if (sent.since !== since || sent.until !== until) setTyped(minutesOf(span))
  }
  const next = spanOfMinutes(typed)
  const write = (): void => {
    const shown = minutesOf(span)
    if (next === undefined || (typed.since === shown.since && typed.until === shown.until)) return
    setSent(next)
    onChange(next)
  }
  return (
    <form
      aria-label={uiTexts.timeSpan}
      className="flex flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        write()
      }}
    >
      {(['since', 'until'] as const).map((name) => (
        <div key={name} className="w-56 max-tablet:w-full">
          <TextField
            type="datetime-local"
            name={name}
            label={uiTexts[name]}
            value={typed[name]}
            onChange={(text) => setTyped({ ...typed, [name]: text })}
            onBlur={write}
            error={name === 'until' && next === undefined ? uiTexts.untilBeforeSince : undefined}
          />
        </div>
      ))}
      <button type="submit" className="sr-only" tabIndex={-1}>
        {uiTexts.timeSpan}
      </button>
    </form>
  )
}
