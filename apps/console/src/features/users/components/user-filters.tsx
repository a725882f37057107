import { Columns3, ListFilter } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatNumber } from '../../../texts/format.ts'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useOpenIdProviders } from '../queries/users-queries.ts'
import type { SeenClaims } from '../seen-claims.ts'
import { userColumns, type UserColumn } from '../use-user-columns.ts'
import { userStates, type UserQuery } from '../../../shared/people/user-query.ts'
import { ClaimChip } from './claim-chip.tsx'

/** Typing goes on for a moment before the server is asked. */
const pauseMs = 250

/** Which users are listed, in one bar; on a phone all but the search is behind a button that says how many filters hold. */
export function UserFilters({
  query,
  seenClaims,
  columns,
  onToggleColumn,
  onChange,
}: {
  readonly query: UserQuery
  readonly seenClaims: SeenClaims
  readonly columns: readonly UserColumn[]
  readonly onToggleColumn: (column: UserColumn) => void
  readonly onChange: (query: UserQuery) => void
}) {
  const { data: providers = [] } = useOpenIdProviders()
  const [isOpen, setOpen] = useState(false)
  const ways = [
    ...Object.entries(usersTexts.ways).map(([id, label]) => ({ id, label })),
    // Without an answer the others can be chosen all the same.
    ...providers,
  ]
  const isOther = query.provider !== undefined && !ways.some(({ id }) => id === query.provider)
  const held = [query.provider, query.state, query.claim].filter((one) => one !== undefined).length
  return (
    <form
      role="search"
      aria-label={usersTexts.filters}
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="min-w-0 flex-1 tablet:max-w-80 tablet:min-w-56">
        <SearchField
          text={query.q ?? ''}
          onSearch={(q) => onChange({ ...without(query, 'q'), ...(q !== '' && { q }) })}
        />
      </div>
      <span className="tablet:hidden">
        <Button
          icon={<ListFilter />}
          aria-expanded={isOpen}
          aria-label={held === 0 ? usersTexts.filters : usersTexts.filtersHeld(held)}
          onPress={() => setOpen(!isOpen)}
        >
          {held === 0 ? '' : formatNumber(held)}
        </Button>
      </span>
      <div
        className={classNames(
          'grid-cols-2 gap-2 max-tablet:basis-full tablet:flex tablet:items-center',
          isOpen ? 'grid' : 'hidden',
        )}
      >
        <div className="min-w-0 tablet:w-44">
          <Select
            label={usersTexts.provider}
            hasHiddenLabel
            value={query.provider ?? 'all'}
            options={[
              { id: 'all', label: usersTexts.anyProvider },
              ...ways,
              ...(isOther ? [{ id: query.provider ?? '', label: query.provider ?? '' }] : []),
            ]}
            onChange={(provider) =>
              onChange({ ...without(query, 'provider'), ...(provider !== 'all' && { provider }) })
            }
          />
        </div>
        <div className="min-w-0 tablet:w-36">
          <Select
            label={usersTexts.state}
            hasHiddenLabel
            value={query.state ?? 'all'}
            options={[
              { id: 'all' as const, label: usersTexts.anyState },
              ...userStates.map((id) => ({ id, label: usersTexts.states[id] })),
            ]}
            onChange={(state) => onChange({ ...without(query, 'state'), ...(state !== 'all' && { state }) })}
          />
        </div>
        <div className="col-span-2 min-w-0">
          <ClaimChip
            claim={query.claim}
            seen={seenClaims}
            onChange={(claim) => onChange({ ...without(query, 'claim'), ...(claim !== undefined && { claim }) })}
          />
        </div>
      </div>
      <span className="ml-auto max-tablet:hidden">
        <ColumnChoice columns={columns} onToggle={onToggleColumn} />
      </span>
    </form>
  )
}

function ColumnChoice({
  columns,
  onToggle,
}: {
  readonly columns: readonly UserColumn[]
  readonly onToggle: (column: UserColumn) => void
}) {
  return (
    <PopoverButton
      label={usersTexts.columns}
      trigger={(props) => (
        <IconButton {...props} label={usersTexts.columns}>
          <Columns3 />
        </IconButton>
      )}
    >
      {() => (
        <ul className="grid gap-1">
          {userColumns.map((column) => (
            <li key={column}>
              <Checkbox isSelected={columns.includes(column)} onChange={() => onToggle(column)}>
                {usersTexts.columnNames[column]}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </PopoverButton>
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
      hasHiddenLabel
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
