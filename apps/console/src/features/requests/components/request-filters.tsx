import { useState } from 'react'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { operations, type RequestFilter } from '../request-filter.ts'

/** Which requests are listed. Texts count when they are left or Enter is pressed. */
export function RequestFilters({
  filter,
  databases,
  onChange,
}: {
  readonly filter: RequestFilter
  /** The ids of those that can be chosen; with less than two there is nothing to choose. */
  readonly databases: readonly string[]
  readonly onChange: (filter: RequestFilter) => void
}) {
  const hasDatabases = databases.length > 1
  const [uid, setUid] = useState(filter.uid ?? '')
  const [path, setPath] = useState(filter.path ?? '')
  const choose = <Name extends 'verdict' | 'service' | 'operation' | 'since' | 'database'>(
    name: Name,
    options: readonly { readonly id: NonNullable<RequestFilter[Name]>; readonly label: string }[],
  ) => (
    <Select
      label={texts[name]}
      value={filter[name] ?? 'all'}
      options={[{ id: 'all', label: texts.all }, ...options]}
      onChange={(id) => {
        const { [name]: _before, ...rest } = filter
        onChange(id === 'all' ? rest : { ...rest, [name]: id })
      }}
    />
  )
  const write = (): void => {
    const { uid: _uid, path: _path, ...rest } = filter
    const next = { ...rest, ...(uid !== '' && { uid }), ...(path !== '' && { path }) }
    if (next.uid !== filter.uid || next.path !== filter.path) onChange(next)
  }
  return (
    <form
      aria-label={texts.filters}
      className={classNames(
        'grid grid-cols-2 gap-2 tablet:grid-cols-3',
        hasDatabases
          ? 'desk:grid-cols-[7rem_7rem_7rem_8rem_9rem_minmax(0,1fr)_minmax(0,1fr)]'
          : 'desk:grid-cols-[8rem_8rem_8rem_9rem_minmax(0,1fr)_minmax(0,1fr)]',
      )}
      onSubmit={(event) => {
        event.preventDefault()
        write()
      }}
    >
      {choose('verdict', [
        { id: 'allowed', label: texts.allowed },
        { id: 'denied', label: texts.denied },
      ])}
      {choose('service', [
        { id: 'documents', label: texts.documents },
        { id: 'files', label: texts.files },
      ])}
      {choose(
        'operation',
        operations.map((id) => ({ id, label: id })),
      )}
      {choose('since', [
        { id: '10m', label: texts.last10Minutes },
        { id: '1h', label: texts.lastHour },
        { id: '1d', label: texts.lastDay },
      ])}
      {hasDatabases &&
        choose(
          'database',
          databases.map((id) => ({ id, label: id })),
        )}
      <TextField label={texts.uid} name="uid" value={uid} onChange={setUid} onBlur={write} isMonospaced />
      <TextField label={texts.path} name="path" value={path} onChange={setPath} onBlur={write} isMonospaced />
      <button type="submit" className="sr-only" tabIndex={-1}>
        {texts.filters}
      </button>
    </form>
  )
}
