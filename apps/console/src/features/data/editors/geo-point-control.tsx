import { useState } from 'react'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { parseText } from '../../../documents/values/editor-text.ts'
import { formatNumber } from '../../../documents/values/value-text.ts'
import { GeoMap } from './geo-map.tsx'
import type { ControlProps } from './value-control.tsx'

/** Latitude and longitude, and where that is. */
export function GeoPointControl({ field, autoFocus, onText }: ControlProps) {
  const [parts, setParts] = useState(() => {
    const [latitude = '', longitude = ''] = field.value.split(',')
    return { latitude: latitude.trim(), longitude: longitude.trim() }
  })
  const parsed = parseText('geopoint', field.value)
  const point = 'value' in parsed && parsed.value.type === 'geopoint' ? parsed.value : undefined

  const change = (part: Partial<typeof parts>): void => {
    const next = { ...parts, ...part }
    setParts(next)
    onText(`${next.latitude}, ${next.longitude}`)
  }
  return (
    <div className="grid gap-3 @md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
      <div className="grid content-start gap-3">
        <TextField
          {...field}
          label={valueTexts.latitude}
          value={parts.latitude}
          autoFocus={autoFocus}
          onChange={(text) => {
            // Both at once, as maps on the web give them.
            const [latitude = '', longitude] = text.split(/\s*,\s*/)
            change(longitude === undefined ? { latitude: text } : { latitude, longitude })
          }}
          isMonospaced
        />
        <TextField
          label={valueTexts.longitude}
          name="longitude"
          value={parts.longitude}
          onChange={(longitude) => change({ longitude })}
          isMonospaced
        />
      </div>
      <GeoMap
        point={point}
        onPoint={({ latitude, longitude }) =>
          change({ latitude: formatNumber(latitude), longitude: formatNumber(longitude) })
        }
      />
    </div>
  )
}
