import { useState } from 'react'
import type { NameOfCaller } from '../../../shared/people/use-user-names.ts'
import { logsTexts as texts } from '../../../texts/en/logs.ts'
import { FilterBar, filterChoice, FilterSearch, withFilter } from '../../../ui/filter-bar.tsx'
import type { SelectOption } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type LogFilter, methods, slownesses, type Span, sources, spans, statuses } from '../log-filter.ts'

type Chosen = 'status' | 'method' | 'minMs' | 'source' | 'within'

/** Which requests of the log are listed, as one bar. */
export function LogFilters({
  filter,
  nameOf,
  onChange,
}: {
  readonly filter: LogFilter
  readonly nameOf: NameOfCaller
  readonly onChange: (filter: LogFilter) => void
}) {
  const choose = <Name extends Chosen>(name: Name, options: readonly SelectOption<NonNullable<LogFilter[Name]>>[]) =>
    filterChoice<NonNullable<LogFilter[Name]>>(texts[name], texts.all[name], filter[name], options, (value) =>
      onChange(withFilter(filter, name, value)),
    )
  const { uid, id, path, method, minMs } = filter
  return (
    <FilterBar<keyof LogFilter>
      search={<SearchField onSearch={(typed) => onChange({ ...filter, ...typed })} />}
      choices={[
        choose(
          'status',
          statuses.map((one) => ({ id: one, label: texts.statuses[one] })),
        ),
        choose(
          'source',
          sources.map((one) => ({ id: one, label: texts.sources[one] })),
        ),
        choose(
          'within',
          (Object.keys(spans) as Span[]).map((one) => ({ id: one, label: texts.spans[one] })),
        ),
      ]}
      further={[
        choose(
          'method',
          methods.map((one) => ({ id: one, label: one })),
        ),
        choose(
          'minMs',
          slownesses.map((one) => ({ id: one, label: texts.slownesses[one] })),
        ),
      ]}
      conditions={[
        ['path', path && texts.pathFrom(path)],
        ['id', id],
        ['uid', nameOf({ uid }) ?? uid],
        ['method', method],
        ['minMs', minMs && texts.slownesses[minMs]],
      ]}
      onRemove={(name) => onChange(withFilter(filter, name, undefined))}
    />
  )
}

/** What a path begins with, or the id of a request, as error messages name it. */
function SearchField({ onSearch }: { readonly onSearch: (typed: Pick<LogFilter, 'path' | 'id'>) => void }) {
  const [text, setText] = useState('')
  return (
    <FilterSearch
      text={text}
      onSearch={(typed) => {
        setText('')
        onSearch(typed.startsWith('/') ? { path: typed } : { id: typed })
      }}
    >
      <TextField
        label={texts.search}
        placeholder={texts.search}
        hasHiddenLabel
        name="search"
        value={text}
        onChange={setText}
      />
    </FilterSearch>
  )
}
