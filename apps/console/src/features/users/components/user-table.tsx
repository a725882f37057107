import { Link } from '@tanstack/react-router'
import { useProject } from '../../../session/project-context.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { labelOf, type ProjectUser } from '../../../shared/people/project-user.ts'
import type { Selection } from '../../../ui/use-selection.ts'
import { defaultSort, readUserQuery, type UserQuery } from '../../../shared/people/user-query.ts'
import { Badge } from '../../../ui/badge.tsx'

export interface UserTableProps {
  readonly users: readonly ProjectUser[]
  readonly query: UserQuery
  readonly onChange: (query: UserQuery) => void
  readonly selection: Selection
}

/** One page of users; each leads to a page of its own. */
export function UserTable({ users, query, onChange, selection }: UserTableProps) {
  const project = useProject()
  const sort = query.sort ?? defaultSort
  const column = sort.replace(/^-/, '')
  const isDescending = sort.startsWith('-')
  return (
    <DataTable<ProjectUser>
      label={usersTexts.list}
      hasCards
      columns={columnsOf(project.id)}
      headingColumn="email"
      rows={users}
      rowKey={({ localId }) => localId}
      sorting={{
        column,
        isDescending,
        onSort: (id) => {
          // What is new is looked for first, names from A on; pressed again it is the other way round.
          const first = id === 'created' || id === 'last-sign-in' ? `-${id}` : id
          const other = first.startsWith('-') ? id : `-${id}`
          const { page: _page, sort: _sort, ...rest } = query
          onChange(readUserQuery({ ...rest, sort: sort === first ? other : first }))
        },
      }}
      {...(project.mayWrite && {
        selection: {
          keys: selection.keys,
          rowLabel: (user) => usersTexts.selectUser(labelOf(user)),
          allLabel: usersTexts.selectAll,
          onToggle: selection.toggle,
          onToggleAll: () => selection.toggleAll(users.map(({ localId }) => localId)),
        },
      })}
    />
  )
}

function columnsOf(project: string): readonly Column<ProjectUser>[] {
  return [
    {
      id: 'email',
      title: usersTexts.user,
      isSortable: true,
      cell: (user) => (
        <Link
          to="/projects/$project/users/$uid"
          params={{ project, uid: user.localId }}
          className="flex min-h-6 items-center gap-2.5 rounded-small hover:underline tablet:max-desk:max-w-[25vw] touch:min-h-10"
        >
          <Avatar name={labelOf(user)} imageUrl={user.photoUrl} size="small" />
          <span className="min-w-0 flex-1 max-tablet:wrap-anywhere tablet:truncate">
            {user.email ?? user.phoneNumber ?? <span className="text-ink-2">{usersTexts.noEmail}</span>}
            {user.displayName !== undefined && user.displayName !== '' && (
              <span className="ml-2 text-ink-2 max-tablet:ml-0 max-tablet:block">{user.displayName}</span>
            )}
          </span>
        </Link>
      ),
    },
    {
      id: 'state',
      title: usersTexts.state,
      isSecondary: true,
      onCard: 'plain',
      cell: (user) => <UserBadges user={user} />,
    },
    {
      id: 'provider',
      title: usersTexts.provider,
      isSecondary: true,
      cell: waysOf,
    },
    {
      id: 'uid',
      title: usersTexts.uid,
      isSecondary: 'wide',
      isSortable: true,
      cell: (user) => <Copyable label={usersTexts.uid} value={user.localId} className="max-w-36" />,
    },
    {
      id: 'created',
      title: usersTexts.created,
      isSecondary: true,
      onCard: 'sorting',
      isSortable: true,
      cell: (user) => momentOf(user.createdAt),
    },
    {
      id: 'last-sign-in',
      title: usersTexts.lastSignIn,
      isSecondary: true,
      onCard: 'labelled',
      isSortable: true,
      cell: (user) => momentOf(user.lastLoginAt),
    },
  ]
}

/** What they sign in by, in the words of the filter. */
function waysOf({ email, phoneNumber, customAuth, providerUserInfo = [] }: ProjectUser): string {
  const ways = providerUserInfo.map(({ providerId }) => providerId)
  if (customAuth === true) ways.push('custom')
  if (ways.length > 0) return ways.map((id) => usersTexts.ways[id] ?? id).join(', ')
  return email === undefined && phoneNumber === undefined ? usersTexts.anonymous : usersTexts.noWay
}

function momentOf(milliseconds: string | undefined) {
  const at = Number(milliseconds)
  return milliseconds === undefined || at === 0 ? (
    <span className="text-ink-2">{usersTexts.never}</span>
  ) : (
    <Moment at={at} />
  )
}

/** Whether somebody may sign in, and whether the address is known to be theirs; nothing for who has none and may. */
export function UserBadges({ user: { disabled, email, emailVerified } }: { readonly user: ProjectUser }) {
  if (disabled !== true && email === undefined) return null
  return (
    <span className="inline-flex gap-1.5">
      {disabled === true && <Badge tone="danger">{usersTexts.disabled}</Badge>}
      {email !== undefined &&
        (emailVerified === true ? (
          <Badge tone="good">{usersTexts.verified}</Badge>
        ) : (
          <Badge>{usersTexts.unverified}</Badge>
        ))}
    </span>
  )
}
