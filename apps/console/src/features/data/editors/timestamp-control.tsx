import { formatTimestamp } from '@hearth/model/timestamp'
import { useState } from 'react'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ComboField } from '../../../ui/combo-field.tsx'
import { controlClasses, labelClasses } from '../../../ui/field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useLate } from '../../../ui/late-select.tsx'
import { findTimestamp } from '../../../documents/values/written-time.ts'
import { instantOf, knownZones, localZone, type WallTime, wallTimeOf } from '../../../documents/values/wall-time.ts'
import type { ControlProps } from './control-props.ts'

/** Date, time and zone of a moment, to the microsecond. A whole time pasted into the time is taken apart. */
export function TimestampControl({
  field,
  autoFocus,
  onText,
  onServerTime,
}: ControlProps & { readonly onServerTime: (() => void) | undefined }) {
  const isLate = useLate()
  const exact = findTimestamp(field.value)
  const [wall, setWall] = useState<WallTime>(() =>
    exact === undefined ? { date: '', time: field.value, zone: localZone() } : wallTimeOf(exact, localZone()),
  )

  const change = (parts: Partial<WallTime>): void => {
    const next = { ...wall, ...parts }
    setWall(next)
    const instant = instantOf(next, exact)
    if ('value' in instant) onText(formatTimestamp(instant.value))
    else onText(`${next.date} ${next.time} ${next.zone}`, instant.problem)
  }
  const take = (micros: bigint, zone: string): void => {
    setWall(wallTimeOf(micros, zone))
    onText(formatTimestamp(micros))
  }
  const completeZone = (): void => {
    const zone = knownZones().includes(wall.zone) ? undefined : findOffset(wall.zone)
    if (zone !== undefined && zone !== wall.zone) change({ zone })
  }
  return (
    <div className="grid gap-2">
      <div className="grid items-start gap-3 @md:grid-cols-[9.5rem_minmax(10rem,1fr)] @2xl:grid-cols-[9.5rem_minmax(10rem,1fr)_minmax(9rem,1fr)]">
        <TextField
          label={valueTexts.date}
          name="date"
          type="date"
          value={wall.date}
          autoFocus={autoFocus}
          onChange={(date) => change({ date })}
          isMonospaced
        />
        <TextField
          {...field}
          label={valueTexts.time}
          value={wall.time}
          onChange={(time) => {
            const whole = findTimestamp(time)
            if (whole === undefined) change({ time })
            else take(whole, wall.zone)
          }}
          isMonospaced
        />
        <div className="@md:col-span-2 @2xl:col-span-1">
          {isLate ? (
            <ComboField
              label={valueTexts.zone}
              name="zone"
              value={wall.zone}
              options={knownZones}
              onChange={(next) => change({ zone: next })}
              onBlur={completeZone}
            />
          ) : (
            <>
              <span className={labelClasses}>{valueTexts.zone}</span>
              <span className={classNames(controlClasses, 'block h-8 px-2.5 font-mono text-code leading-8 touch:h-10')}>
                {wall.zone}
              </span>
            </>
          )}
        </div>
      </div>
      <p className="text-table text-ink-2">
        {exact !== undefined && <bdi className="mr-3 font-mono text-code text-ink-1">{formatTimestamp(exact)}</bdi>}
        {valueTexts.timeHelp}
      </p>
      <div className="flex min-h-7 flex-wrap gap-2 touch:min-h-10">
        {isLate && (
          <>
            <Button size="small" onPress={() => take(BigInt(Date.now()) * 1000n, wall.zone)}>
              {valueTexts.now}
            </Button>
            {onServerTime !== undefined && (
              <Button size="small" onPress={onServerTime}>
                {valueTexts.useServerTime}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}

/** An offset as people write it, such as `+1` or `-0330`, in its full form. */
function findOffset(text: string): string | undefined {
  const [, sign, hours = '', minutes = '00'] = /^([+-])(\d{1,2}):?(\d\d)?$/.exec(text.trim()) ?? []
  return sign === undefined ? undefined : `${sign}${hours.padStart(2, '0')}:${minutes}`
}
