import { Plus, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { lookUpUsers } from '../../../shared/people/find-users.ts'
import { useFoundUsers } from '../../../shared/people/use-found-users.ts'
import type { UserNames } from '../../../shared/people/use-user-names.ts'
import {
  type Arrangement,
  arrangements,
  operations,
  type RequestFilter,
} from '../../../shared/requests/request-filter.ts'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { Button } from '../../../ui/button.tsx'
import { ComboField } from '../../../ui/combo-field.tsx'
import { FilterCondition } from '../../../ui/filter-condition.tsx'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { Select, type SelectProps } from '../../../ui/select.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'

export interface RequestFiltersProps {
  readonly filter: RequestFilter
  readonly by: Arrangement | undefined
  /** What users are known by. */
  readonly names: UserNames
  /** The ids of those that can be chosen; with less than two there is nothing to choose. */
  readonly databases: readonly string[]
  readonly onChange: (filter: RequestFilter) => void
  readonly onArrange: (by: Arrangement | undefined) => void
}

type Chosen = 'verdict' | 'service' | 'operation' | 'since' | 'database'

/** Which requests are listed and how they are put, as one bar. */
export function RequestFilters({ filter, by, names, databases, onChange, onArrange }: RequestFiltersProps) {
  const hasRoom = useMediaQuery('(width >= 48rem)')
  const without = (name: keyof RequestFilter): RequestFilter => {
    const { [name]: _before, ...rest } = filter
    return rest
  }
  const choose = <Name extends Chosen>(
    name: Name,
    all: string,
    options: readonly { readonly id: NonNullable<RequestFilter[Name]>; readonly label: string }[],
    look: Pick<SelectProps<string>, 'hasHiddenLabel' | 'size'> = {},
  ) => (
    <Select
      {...look}
      label={texts[name]}
      value={filter[name] ?? 'all'}
      options={[{ id: 'all', label: all }, ...options]}
      onChange={(id) => onChange(id === 'all' ? without(name) : { ...without(name), [name]: id })}
    />
  )
  const inBar = { hasHiddenLabel: true, size: 'small' } as const
  const first = (look: Parameters<typeof choose>[3]): ReactNode => (
    <>
      {choose(
        'verdict',
        texts.allVerdicts,
        [
          { id: 'allowed', label: texts.allowed },
          { id: 'denied', label: texts.denied },
        ],
        look,
      )}
      {choose(
        'since',
        texts.anyTime,
        [
          { id: '10m', label: texts.last10Minutes },
          { id: '1h', label: texts.lastHour },
          { id: '1d', label: texts.lastDay },
        ],
        look,
      )}
      <Select
        {...look}
        label={texts.arranged}
        value={by ?? 'newest'}
        options={[
          { id: 'newest', label: texts.newestFirst },
          ...arrangements.map((id) => ({ id, label: texts.arrangements[id] })),
        ]}
        onChange={(id) => onArrange(id === 'newest' ? undefined : id)}
      />
    </>
  )
  const further = [filter.service, filter.operation, filter.database].filter((one) => one !== undefined).length
  const hidden = further + (hasRoom ? 0 : [filter.verdict, filter.since, by].filter((one) => one !== undefined).length)
  const { path, uid, service, operation, database } = filter
  const said: readonly (readonly [name: keyof RequestFilter, shown: string | undefined])[] = [
    ['path', path && texts.pathFrom(path)],
    ['uid', uid && (names.get(uid) ?? uid)],
    ['service', service && texts[service]],
    ['operation', operation],
    ['database', database && texts.inDatabase(database)],
  ]
  const conditions = said.flatMap(([name, shown]) => (shown === undefined ? [] : [[name, shown] as const]))
  return (
    <div role="group" aria-label={texts.filters} className="flex flex-wrap items-center gap-2">
      <SearchField key={`${filter.uid} ${filter.path}`} filter={filter} onChange={onChange} />
      {hasRoom && first(inBar)}
      <PopoverButton
        label={texts.furtherFilters}
        trigger={(props) => (
          <Button {...props} variant="quiet" size="small" icon={hasRoom ? <Plus /> : <SlidersHorizontal />}>
            {hidden === 0 ? texts.filter : texts.filtersNumbered(hidden)}
          </Button>
        )}
      >
        {() => (
          <div className="grid gap-3">
            {!hasRoom && first({})}
            {choose('service', texts.all, [
              { id: 'documents', label: texts.documents },
              { id: 'files', label: texts.files },
            ])}
            {choose(
              'operation',
              texts.all,
              operations.map((id) => ({ id, label: id })),
            )}
            {databases.length > 1 &&
              choose(
                'database',
                texts.all,
                databases.map((id) => ({ id, label: id })),
              )}
          </div>
        )}
      </PopoverButton>
      {conditions.map(([name, shown]) => (
        <FilterCondition key={name} removeLabel={texts.removeFilter(shown)} onRemove={() => onChange(without(name))}>
          {shown}
        </FilterCondition>
      ))}
    </div>
  )
}

/** What a path begins with, or somebody by what names them; it counts when Enter is pressed or one is chosen. */
function SearchField({ filter, onChange }: Pick<RequestFiltersProps, 'filter' | 'onChange'>) {
  const project = useProject()
  const [text, setText] = useState('')
  const found = useFoundUsers(text)
  const search = async (typed: string): Promise<void> => {
    // An address means its user; nobody's is a uid that matches nothing.
    if (!typed.includes('@')) return onChange({ ...filter, path: typed })
    const [user] = await lookUpUsers(project, { email: [typed] }).catch(() => [])
    onChange({ ...filter, uid: user?.localId ?? typed })
  }
  return (
    <form
      role="search"
      className="min-w-0 flex-1 tablet:max-w-64"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = text.trim()
        if (typed !== '') void search(typed)
      }}
    >
      <ComboField
        label={texts.search}
        placeholder={texts.search}
        hasHiddenLabel
        name="search"
        value={text}
        options={[...found.keys()]}
        onChange={(next) => {
          const chosen = found.get(next)
          if (chosen === undefined) setText(next)
          else onChange({ ...filter, uid: chosen })
        }}
      />
    </form>
  )
}
