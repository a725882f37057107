import { useState } from 'react'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { OutsideLink } from '../../../ui/text-link.tsx'
import { parseText } from '../../../documents/values/editor-text.ts'
import type { ControlProps } from './control-props.ts'

/** Latitude and longitude, and the way to where that is. */
export function GeoPointControl({ field, autoFocus, onText }: ControlProps) {
  const [parts, setParts] = useState(() => partsOf(field.value))
  /** What stands in the first box while somebody writes both into it. */
  const [both, setBoth] = useState<string>()
  const parsed = parseText('geopoint', field.value)
  const point = 'value' in parsed && parsed.value.kind === 'geopoint' ? parsed.value : undefined

  const change = (part: Partial<typeof parts>): void => {
    const next = { ...parts, ...part }
    setParts(next)
    onText(`${next.latitude}, ${next.longitude}`)
  }
  const { error, ...box } = field
  // Of each box what is wrong with it.
  const errorOf = (text: string, most: number, range: string): { error?: string } => {
    if (error === undefined) return {}
    const degrees = text === '' ? Number.NaN : Number(text)
    if (Number.isNaN(degrees)) return { error: valueTexts.notDegrees }
    return Math.abs(degrees) > most ? { error: range } : {}
  }
  return (
    <div className="grid gap-3 @md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
      <div className="grid content-start gap-3">
        <TextField
          {...box}
          {...errorOf(parts.latitude, 90, valueTexts.latitudeRange)}
          label={valueTexts.latitude}
          value={both ?? parts.latitude}
          autoFocus={autoFocus}
          onChange={(text) => {
            // Both at once, as maps on the web give them.
            const isBoth = text.includes(',')
            setBoth(isBoth ? text : undefined)
            change(isBoth ? partsOf(text) : { latitude: text.trim() })
          }}
          onBlur={(event) => {
            setBoth(undefined)
            field.onBlur(event)
          }}
          isMonospaced
        />
        <TextField
          {...errorOf(parts.longitude, 180, valueTexts.longitudeRange)}
          label={valueTexts.longitude}
          name="longitude"
          value={parts.longitude}
          onChange={(longitude) => change({ longitude: longitude.trim() })}
          onBlur={field.onBlur}
          isMonospaced
        />
      </div>
      {point !== undefined && (
        <p className="mt-1.5 text-table">
          <OutsideLink href={mapOf(point)}>{valueTexts.showOnMap}</OutsideLink>
        </p>
      )}
    </div>
  )
}

function partsOf(text: string): { readonly latitude: string; readonly longitude: string } {
  const [latitude = '', longitude = ''] = text.split(',')
  return { latitude: latitude.trim(), longitude: longitude.trim() }
}

function mapOf({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }): string {
  return `https://www.openstreetmap.org/?${new URLSearchParams({ mlat: String(latitude), mlon: String(longitude) })}`
}
