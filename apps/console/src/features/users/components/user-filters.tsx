import { useEffect, useState } from 'react'
import { usersTexts } from '../../../texts/en/users.ts'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useOpenIdProviders } from '../queries/users-queries.ts'
import type { SeenClaims } from '../seen-claims.ts'
import { userStates, type UserQuery } from '../../../shared/people/user-query.ts'
import { ClaimChip } from './claim-chip.tsx'

/** Typing goes on for a moment before the server is asked. */
const pauseMs = 250

/** Which users are listed. */
export function UserFilters({
  query,
  seenClaims,
  onChange,
}: {
  readonly query: UserQuery
  readonly seenClaims: SeenClaims
  readonly onChange: (query: UserQuery) => void
}) {
  const { data: providers = [] } = useOpenIdProviders()
  const ways = [
    ...Object.entries(usersTexts.ways).map(([id, label]) => ({ id, label })),
    // Without an answer the others can be chosen all the same.
    ...providers,
  ]
  const isOther = query.provider !== undefined && !ways.some(({ id }) => id === query.provider)
  return (
    <form
      role="search"
      aria-label={usersTexts.filters}
      className="grid grid-cols-2 gap-2 tablet:grid-cols-[minmax(0,1fr)_10rem_10rem_minmax(auto,14rem)]"
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="col-span-2 tablet:col-span-1">
        <SearchField
          text={query.q ?? ''}
          onSearch={(q) => onChange({ ...without(query, 'q'), ...(q !== '' && { q }) })}
        />
      </div>
      <Select
        label={usersTexts.provider}
        value={query.provider ?? 'all'}
        options={[
          { id: 'all', label: usersTexts.all },
          ...ways,
          ...(isOther ? [{ id: query.provider ?? '', label: query.provider ?? '' }] : []),
        ]}
        onChange={(provider) => onChange({ ...without(query, 'provider'), ...(provider !== 'all' && { provider }) })}
      />
      <Select
        label={usersTexts.state}
        value={query.state ?? 'all'}
        options={[
          { id: 'all' as const, label: usersTexts.all },
          ...userStates.map((id) => ({ id, label: usersTexts.states[id] })),
        ]}
        onChange={(state) => onChange({ ...without(query, 'state'), ...(state !== 'all' && { state }) })}
      />
      <div className="col-span-2 min-w-0 tablet:col-span-1">
        <ClaimChip
          claim={query.claim}
          seen={seenClaims}
          onChange={(claim) => onChange({ ...without(query, 'claim'), ...(claim !== undefined && { claim }) })}
        />
      </div>
    </form>
  )
}

/** Another filter begins at the first page. */
function without(query: UserQuery, name: 'q' | 'provider' | 'state' | 'claim'): UserQuery {
  const { [name]: _before, page: _page, ...rest } = query
  return rest
}

function SearchField({ text, onSearch }: { readonly text: string; readonly onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === text) return
    const timer = setTimeout(() => onSearch(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, text, onSearch])
  return (
    <TextField
      label={usersTexts.search}
      name="q"
      type="search"
      value={typed}
      onChange={setTyped}
      placeholder={usersTexts.searchPlaceholder}
      autoComplete="off"
      maxLength={256}
    />
  )
}
