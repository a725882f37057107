import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { ProjectApp } from '../../../backend/api/projects.ts'
import { devicesTexts as texts } from '../../../texts/en/devices.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { Select, type SelectProps } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { type DeviceQuery, platforms, seenOptions } from '../device-query.ts'

type Chosen = 'platform' | 'app' | 'seen'

/** Which devices are listed, as one bar. The user counts when the field is left or Enter is pressed. */
export function DeviceFilters({
  query,
  apps,
  onChange,
}: {
  readonly query: DeviceQuery
  readonly apps: readonly ProjectApp[]
  readonly onChange: (query: DeviceQuery) => void
}) {
  const hasRoom = useMediaQuery('(width >= 48rem)')
  const [uid, setUid] = useState(query.uid ?? '')
  const write = (): void => {
    const { uid: before, ...rest } = query
    const wanted = uid.trim()
    if (wanted !== (before ?? '')) onChange({ ...rest, ...(wanted !== '' && { uid: wanted }) })
  }
  const choose = <Name extends Chosen>(
    name: Name,
    options: readonly { readonly id: NonNullable<DeviceQuery[Name]>; readonly label: string }[],
    look: Pick<SelectProps<string>, 'hasHiddenLabel' | 'size'>,
  ) => (
    <Select
      {...look}
      label={texts[name]}
      value={query[name] ?? 'all'}
      options={[{ id: 'all', label: texts.all[name] }, ...options]}
      onChange={(id) => {
        const { [name]: _before, ...rest } = query
        onChange(id === 'all' ? rest : { ...rest, [name]: id })
      }}
    />
  )
  const isOther = query.app !== undefined && !apps.some(({ appId }) => appId === query.app)
  const choices = (look: Pick<SelectProps<string>, 'hasHiddenLabel' | 'size'>) => (
    <>
      {choose(
        'platform',
        platforms.map((id) => ({ id, label: texts.platforms[id] })),
        look,
      )}
      {choose(
        'app',
        [
          ...apps.map(({ appId, name }) => ({ id: appId, label: name })),
          ...(isOther ? [{ id: query.app, label: query.app }] : []),
        ],
        look,
      )}
      {choose(
        'seen',
        seenOptions.map((id) => ({ id, label: texts.seenOptions[id] })),
        look,
      )}
    </>
  )
  const hidden = [query.platform, query.app, query.seen].filter((one) => one !== undefined).length
  return (
    <div role="group" aria-label={texts.filters} className="flex flex-wrap items-center gap-2">
      <form
        className="min-w-40 flex-1 tablet:max-w-64"
        onSubmit={(event) => {
          event.preventDefault()
          write()
        }}
      >
        <TextField
          label={texts.user}
          placeholder={texts.user}
          hasHiddenLabel
          name="uid"
          value={uid}
          onChange={setUid}
          onBlur={write}
        />
      </form>
      {hasRoom ? (
        choices({ hasHiddenLabel: true, size: 'small' })
      ) : (
        <PopoverButton
          label={uiTexts.furtherFilters}
          trigger={(props) => (
            <Button {...props} variant="quiet" size="small" icon={<SlidersHorizontal />}>
              {hidden === 0 ? uiTexts.filter : uiTexts.filtersNumbered(hidden)}
            </Button>
          )}
        >
          {() => <div className="grid gap-3">{choices({})}</div>}
        </PopoverButton>
      )}
    </div>
  )
}
