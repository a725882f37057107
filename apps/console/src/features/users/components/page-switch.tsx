import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { usersPerPage, type UserQuery } from '../../../shared/people/user-query.ts'

export interface PageSwitchProps {
  readonly query: UserQuery
  readonly count: number
  /** The count is the one before: another is on its way. */
  readonly isSearching: boolean
  readonly onChange: (query: UserQuery) => void
}

/** Which part of the list is shown, and the parts beside it. Not there when there is one alone. */
export function PageSwitch({ query, count, isSearching, onChange }: PageSwitchProps) {
  const { page = 1, ...rest } = query
  const last = Math.max(1, Math.ceil(count / usersPerPage))
  if (last === 1 && page === 1) return null
  const from = (page - 1) * usersPerPage + 1
  const to = Math.min(page * usersPerPage, count)
  const go = (wanted: number) => onChange(wanted === 1 ? rest : { ...rest, page: wanted })
  return (
    <nav aria-label={usersTexts.pages} className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-table text-ink-2 tabular-nums">
        {isSearching
          ? usersTexts.searching
          : usersTexts.pageOf(formatNumber(Math.min(from, count)), formatNumber(to), formatNumber(count))}
      </p>
      <div className="flex gap-2">
        <Button size="small" isDisabled={page <= 1} onPress={() => go(Math.min(page - 1, last))}>
          {usersTexts.previous}
        </Button>
        <Button size="small" isDisabled={page >= last} onPress={() => go(page + 1)}>
          {usersTexts.next}
        </Button>
      </div>
    </nav>
  )
}
