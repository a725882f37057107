import { formatTimestamp } from '@hearth/model/timestamp'
import { lazy, Suspense, useId, useMemo, useState } from 'react'
import { findHolderProblem, placeIn } from '../../../documents/values/document-json.ts'
import { instantOf, localZone, wallTimeOf } from '../../../documents/values/wall-time.ts'
import { findTimestamp } from '../../../documents/values/written-time.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useClock } from '../use-clock.ts'
import { CellControl } from './cell-control.tsx'
import type { ControlProps } from './control-props.ts'
import { useReferenceOptions } from './use-reference-options.ts'

// The editor of code comes when somebody asks.
const JsonCode = lazy(async () => await import('./json-code.tsx'))

/** A moment in the cell itself, by the clock of the table; one with a zone of its own is taken as it is written. */
export function CellTimeControl({ field, autoFocus, onText }: ControlProps) {
  const [clock] = useClock()
  const zone = clock === 'utc' ? 'UTC' : localZone()
  const [exact] = useState(() => findTimestamp(field.value))
  const [written, setWritten] = useState(() => {
    if (exact === undefined) return field.value
    const wall = wallTimeOf(exact, zone)
    return `${wall.date} ${wall.time}`
  })
  const write = (text: string): void => {
    setWritten(text)
    const whole = findTimestamp(text)
    const [date = '', time = '00:00'] = text.trim().split(/[Tt ]+/)
    const instant = whole === undefined ? instantOf({ date, time, zone }, exact) : { value: whole }
    if ('value' in instant) onText(formatTimestamp(instant.value))
    else onText(text, instant.problem)
  }
  return (
    <CellControl
      field={{ ...field, value: written }}
      autoFocus={autoFocus}
      onText={write}
      type="timestamp"
      texts={noTexts}
      note={valueTexts.cellTimeHelp(clock === 'utc' ? 'UTC' : localZone())}
    />
  )
}

const noTexts: readonly string[] = []

/** The path of a document in the cell itself, found while it is typed. */
export function CellReferenceControl({ field, autoFocus, onText }: ControlProps) {
  // What the arrow keys lead to is looked for no further, so that the list stays.
  const [typed, setTyped] = useState(field.value)
  const options = useReferenceOptions(typed)
  return (
    <CellControl
      field={field}
      autoFocus={autoFocus}
      onText={onText}
      onTyped={setTyped}
      type="reference"
      texts={options}
    />
  )
}

/** In rem: the height of a line, and of a few and of many of them. */
const lineHeight = 1.25
const leastLines = 4
const mostLines = 16

/** A map or an array as the editor's JSON, with what is wrong by its line. */
export function CellJsonControl({ field, autoFocus, onText, type }: ControlProps & { readonly type: 'map' | 'array' }) {
  const id = useId()
  const { value: text } = field
  const problem = useMemo(() => findHolderProblem(type, text), [type, text])
  const place = problem && placeIn(text, problem.at)
  const lines = Math.min(mostLines, Math.max(leastLines, text.split('\n', mostLines).length))
  return (
    <div className="grid gap-1.5">
      <div
        className="isolate overflow-hidden rounded border border-line-control"
        style={{ height: `${(lines + 1) * lineHeight}rem` }}
      >
        <Suspense fallback={<Skeleton rows={3} />}>
          <JsonCode
            label={valueTexts.valueAsJson}
            describedBy={`${id}-problem ${id}-help`}
            value={text}
            onChange={(next) => onText(next)}
            isReadOnly={false}
            problem={problem}
            submits
            autoFocus={autoFocus}
          />
        </Suspense>
      </div>
      <p id={`${id}-problem`} role="status" className="text-table text-crimson empty:hidden">
        {problem && place && valueTexts.jsonAt(place.line, place.column, problem.problem)}
      </p>
      <p id={`${id}-help`} className="text-small text-ink-2 touch:hidden">
        {valueTexts.cellJsonHelp}
      </p>
    </div>
  )
}
