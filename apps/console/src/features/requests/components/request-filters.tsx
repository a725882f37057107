import { useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { classNames } from '../../../ui/class-names.ts'
import { ComboField } from '../../../ui/combo-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useFoundUsers } from '../../../shared/people/use-found-users.ts'
import type { UserNames } from '../../../shared/people/use-user-names.ts'
import { lookUpUsers } from '../../../shared/people/find-users.ts'
import { operations, type RequestFilter } from '../../../shared/requests/request-filter.ts'

/** Which requests are listed. Texts count when they are left or Enter is pressed. */
export function RequestFilters({
  filter,
  names,
  databases,
  onChange,
}: {
  readonly filter: RequestFilter
  /** What users are known by. */
  readonly names: UserNames
  /** The ids of those that can be chosen; with less than two there is nothing to choose. */
  readonly databases: readonly string[]
  readonly onChange: (filter: RequestFilter) => void
}) {
  const project = useProject()
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
  const found = useFoundUsers(uid)
  const apply = (chosen: string): void => {
    const { uid: _uid, path: _path, ...rest } = filter
    const next = { ...rest, ...(chosen !== '' && { uid: chosen }), ...(path !== '' && { path }) }
    if (next.uid !== filter.uid || next.path !== filter.path) onChange(next)
  }
  const write = (): void => {
    const typed = uid.trim()
    if (!typed.includes('@')) return apply(typed)
    // An address means its user; nobody's is a uid that matches nothing.
    const search = async (): Promise<string> => {
      const [user] = await lookUpUsers(project, { email: [typed] }).catch(() => [])
      return user?.localId ?? typed
    }
    void search().then((chosen) => {
      setUid(chosen)
      apply(chosen)
    })
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
      <ComboField
        label={texts.user}
        name="uid"
        value={uid}
        options={[...found.keys()]}
        onChange={(text) => {
          const chosen = found.get(text)
          setUid(chosen ?? text)
          if (chosen !== undefined) apply(chosen)
        }}
        onBlur={write}
        description={filter.uid !== undefined && uid === filter.uid ? names.get(uid) : undefined}
      />
      <TextField label={texts.path} name="path" value={path} onChange={setPath} onBlur={write} isMonospaced />
      <button type="submit" className="sr-only" tabIndex={-1}>
        {texts.filters}
      </button>
    </form>
  )
}
