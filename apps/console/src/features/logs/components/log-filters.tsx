import { Plus, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { logsTexts as texts } from '../../../texts/en/logs.ts'
import { Button } from '../../../ui/button.tsx'
import { FilterCondition } from '../../../ui/filter-condition.tsx'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { Select, type SelectProps } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { type LogFilter, methods, slownesses, type Span, sources, spans, statuses } from '../log-filter.ts'
import type { NameOfUid } from '../use-uid-names.ts'

type Chosen = 'status' | 'method' | 'minMs' | 'source' | 'within'

/** Which requests of the log are listed, as one bar. */
export function LogFilters({
  filter,
  nameOf,
  onChange,
}: {
  readonly filter: LogFilter
  readonly nameOf: NameOfUid
  readonly onChange: (filter: LogFilter) => void
}) {
  const hasRoom = useMediaQuery('(width >= 48rem)')
  const without = (name: keyof LogFilter): LogFilter => {
    const { [name]: _before, ...rest } = filter
    return rest
  }
  const choose = <Name extends Chosen>(
    name: Name,
    options: readonly { readonly id: NonNullable<LogFilter[Name]>; readonly label: string }[],
    look: Pick<SelectProps<string>, 'hasHiddenLabel' | 'size'> = {},
  ) => (
    <Select
      {...look}
      label={texts[name]}
      value={filter[name] ?? 'all'}
      options={[{ id: 'all', label: texts.all[name] }, ...options]}
      onChange={(id) => onChange(id === 'all' ? without(name) : { ...without(name), [name]: id })}
    />
  )
  const inBar = { hasHiddenLabel: true, size: 'small' } as const
  const first = (look: Parameters<typeof choose>[2]): ReactNode => (
    <>
      {choose(
        'status',
        statuses.map((id) => ({ id, label: texts.statuses[id] })),
        look,
      )}
      {choose(
        'source',
        sources.map((id) => ({ id, label: texts.sources[id] })),
        look,
      )}
      {choose(
        'within',
        (Object.keys(spans) as Span[]).map((id) => ({ id, label: texts.spans[id] })),
        look,
      )}
    </>
  )
  const { status, source, within, method, minMs, path, uid, id } = filter
  const hidden = [method, minMs, ...(hasRoom ? [] : [status, source, within])].filter((one) => one !== undefined).length
  const said: readonly (readonly [name: keyof LogFilter, shown: string | undefined])[] = [
    ['path', path && texts.pathFrom(path)],
    ['id', id],
    ['uid', nameOf(uid) ?? uid],
    ['method', method],
    ['minMs', minMs && texts.slownesses[minMs]],
  ]
  const conditions = said.flatMap(([name, shown]) => (shown === undefined ? [] : [[name, shown] as const]))
  return (
    <div role="group" aria-label={texts.filters} className="flex flex-wrap items-center gap-2">
      <SearchField onSearch={(typed) => onChange({ ...filter, ...typed })} />
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
            {choose(
              'method',
              methods.map((one) => ({ id: one, label: one })),
            )}
            {choose(
              'minMs',
              slownesses.map((one) => ({ id: one, label: texts.slownesses[one] })),
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

/** What a path begins with, or the id of a request, as error messages name it; it counts when Enter is pressed. */
function SearchField({ onSearch }: { readonly onSearch: (typed: Pick<LogFilter, 'path' | 'id'>) => void }) {
  const [text, setText] = useState('')
  return (
    <form
      role="search"
      className="min-w-0 flex-1 tablet:max-w-64"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = text.trim()
        if (typed === '') return
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
    </form>
  )
}
