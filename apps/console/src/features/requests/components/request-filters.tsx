import { useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { lookUpUsers } from '../../../shared/people/find-users.ts'
import { useFoundUsers } from '../../../shared/people/use-found-users.ts'
import type { NameOfCaller } from '../../../shared/people/use-user-names.ts'
import {
  type Arrangement,
  arrangements,
  operations,
  type RequestFilter,
} from '../../../shared/requests/request-filter.ts'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { ComboField } from '../../../ui/combo-field.tsx'
import { FilterBar, filterChoice, FilterSearch, withFilter } from '../../../ui/filter-bar.tsx'
import type { SelectOption } from '../../../ui/select.tsx'

export interface RequestFiltersProps {
  readonly filter: RequestFilter
  readonly by: Arrangement | undefined
  readonly nameOf: NameOfCaller
  /** The ids of those that can be chosen; with less than two there is nothing to choose. */
  readonly databases: readonly string[]
  readonly onChange: (filter: RequestFilter) => void
  readonly onArrange: (by: Arrangement | undefined) => void
}

type Chosen = 'verdict' | 'service' | 'operation' | 'since' | 'database'

/** Which requests are listed and how they are put, as one bar. */
export function RequestFilters({ filter, by, nameOf, databases, onChange, onArrange }: RequestFiltersProps) {
  const choose = <Name extends Chosen>(
    name: Name,
    all: string,
    options: readonly SelectOption<NonNullable<RequestFilter[Name]>>[],
  ) =>
    filterChoice<NonNullable<RequestFilter[Name]>>(texts[name], all, filter[name], options, (value) =>
      onChange(withFilter(filter, name, value)),
    )
  const { path, uid, service, operation, database } = filter
  return (
    <FilterBar<keyof RequestFilter>
      search={<SearchField key={`${uid} ${path}`} filter={filter} onChange={onChange} />}
      choices={[
        choose('verdict', texts.allVerdicts, [
          { id: 'allowed', label: texts.allowed },
          { id: 'denied', label: texts.denied },
        ]),
        choose('since', texts.anyTime, [
          { id: '10m', label: texts.last10Minutes },
          { id: '1h', label: texts.lastHour },
          { id: '1d', label: texts.lastDay },
        ]),
        filterChoice(
          texts.arranged,
          texts.newestFirst,
          by,
          arrangements.map((id) => ({ id, label: texts.arrangements[id] })),
          onArrange,
        ),
      ]}
      further={[
        choose('service', texts.all, [
          { id: 'documents', label: texts.documents },
          { id: 'files', label: texts.files },
        ]),
        choose(
          'operation',
          texts.all,
          operations.map((id) => ({ id, label: id })),
        ),
        ...(databases.length > 1
          ? [
              choose(
                'database',
                texts.all,
                databases.map((id) => ({ id, label: id })),
              ),
            ]
          : []),
      ]}
      conditions={[
        ['path', path && texts.pathFrom(path)],
        ['uid', nameOf({ uid }) ?? uid],
        ['service', service && texts[service]],
        ['operation', operation],
        ['database', database && texts.inDatabase(database)],
      ]}
      onRemove={(name) => onChange(withFilter(filter, name, undefined))}
    />
  )
}

/** What a path begins with, or somebody by what names them; one of those who are found counts when it is chosen. */
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
    <FilterSearch text={text} onSearch={(typed) => void search(typed)}>
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
    </FilterSearch>
  )
}
