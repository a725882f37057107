import { useState } from 'react'
import type { ProjectApp } from '../../../backend/api/project-apps.ts'
import { devicesTexts as texts } from '../../../texts/en/devices.ts'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { platforms, seenOptions, type DeviceQuery } from '../device-query.ts'

export interface DeviceFiltersProps {
  readonly query: DeviceQuery
  readonly apps: readonly ProjectApp[]
  readonly onChange: (query: DeviceQuery) => void
}

/** Which devices are listed. The user counts when the field is left or Enter is pressed. */
export function DeviceFilters({ query, apps, onChange }: DeviceFiltersProps) {
  const [uid, setUid] = useState(query.uid ?? '')
  const choose = <Name extends 'platform' | 'app' | 'seen'>(
    name: Name,
    options: readonly { readonly id: NonNullable<DeviceQuery[Name]>; readonly label: string }[],
  ) => (
    <Select
      label={texts[name]}
      value={query[name] ?? 'all'}
      options={[{ id: 'all', label: texts.all }, ...options]}
      onChange={(id) => {
        const { [name]: _before, ...rest } = query
        onChange(id === 'all' ? rest : { ...rest, [name]: id })
      }}
    />
  )
  const write = (): void => {
    const { uid: before, ...rest } = query
    const wanted = uid.trim()
    if (wanted !== (before ?? '')) onChange({ ...rest, ...(wanted !== '' && { uid: wanted }) })
  }
  const isOther = query.app !== undefined && !apps.some(({ appId }) => appId === query.app)
  return (
    <form
      aria-label={texts.filters}
      className="grid grid-cols-2 gap-2 desk:grid-cols-[9rem_minmax(0,1fr)_12rem_minmax(0,1fr)]"
      onSubmit={(event) => {
        event.preventDefault()
        write()
      }}
    >
      {choose(
        'platform',
        platforms.map((id) => ({ id, label: texts.platforms[id] })),
      )}
      {choose('app', [
        ...apps.map(({ appId, name }) => ({ id: appId, label: name })),
        ...(isOther ? [{ id: query.app, label: query.app }] : []),
      ])}
      {choose(
        'seen',
        seenOptions.map((id) => ({ id, label: texts.seenOptions[id] })),
      )}
      <TextField label={texts.user} name="uid" value={uid} onChange={setUid} onBlur={write} isMonospaced />
      <button type="submit" className="sr-only" tabIndex={-1}>
        {texts.filters}
      </button>
    </form>
  )
}
