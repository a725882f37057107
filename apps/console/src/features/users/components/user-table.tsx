import { Link } from '@tanstack/react-router'
import { useProject } from '../../../session/project-context.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { ProviderIcon } from '../../../ui/provider-icon.tsx'
import type { Selection } from '../../../ui/use-selection.ts'
import { labelOf, type ProjectUser } from '../../../shared/people/project-user.ts'
import { UserFace } from '../../../shared/people/user-face.tsx'
import { defaultSort, readUserQuery, type UserQuery } from '../../../shared/people/user-query.ts'
import type { UserColumn } from '../use-user-columns.ts'
import { nameOfWay, waysOf } from '../ways-of.ts'

export interface UserTableProps {
  readonly users: readonly ProjectUser[]
  readonly query: UserQuery
  /** Those beside who it is. */
  readonly columns: readonly UserColumn[]
  readonly onChange: (query: UserQuery) => void
  readonly selection: Selection
  /** The uid of the user who stands beside the list. */
  readonly opened: string | undefined
  /** Shows a user beside the list; absent where there is no room for that. */
  readonly onOpen: ((uid: string) => void) | undefined
}

/** One page of users; each leads to a page of its own. */
export function UserTable({ users, query, columns, onChange, selection, opened, onOpen }: UserTableProps) {
  const project = useProject()
  const sort = query.sort ?? defaultSort
  const column = sort.replace(/^-/, '')
  const isDescending = sort.startsWith('-')
  return (
    <DataTable<ProjectUser>
      label={usersTexts.list}
      hasCards
      columns={[
        nameColumn(onOpen),
        ...(opened === undefined ? columns : columns.filter((id) => columnsBesidePanel.has(id))).map((id) => ({
          id,
          ...columnsById[id],
          // Beside a panel there is no room for it but on a desk.
          ...(opened !== undefined && id === 'last-sign-in' && { isSecondary: 'wide' as const }),
        })),
      ]}
      openKey={opened}
      {...(onOpen !== undefined && { onOpen: ({ localId }) => onOpen(localId) })}
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

/** What there is room for while somebody stands beside the list. */
const columnsBesidePanel: ReadonlySet<UserColumn> = new Set(['state', 'last-sign-in'])

function nameColumn(onOpen: UserTableProps['onOpen']): Column<ProjectUser> {
  return {
    id: 'email',
    title: usersTexts.user,
    isSortable: true,
    onCard: 'beside',
    cell: (user) => <UserName user={user} onOpen={onOpen} />,
  }
}

const columnsById: Readonly<Record<UserColumn, Omit<Column<ProjectUser>, 'id'>>> = {
  state: {
    title: usersTexts.state,
    isSecondary: true,
    onCard: 'plain',
    cell: (user) => (
      <span className="flex flex-col items-end gap-0.5 tablet:items-start">
        <UserBadges user={user} />
        {/* A phone has no column for it; screen readers have the column. */}
        <span aria-hidden="true" className="text-small text-ink-2 tablet:hidden">
          {momentOf(user.lastLoginAt)}
        </span>
      </span>
    ),
  },
  provider: { title: usersTexts.provider, isSecondary: true, cell: (user) => <UserWays user={user} /> },
  phone: { title: usersTexts.phone, isSecondary: true, cell: ({ phoneNumber }) => phoneNumber },
  uid: {
    title: usersTexts.uid,
    isSecondary: true,
    isSortable: true,
    cell: (user) => <Copyable label={usersTexts.uid} value={user.localId} className="max-w-36" />,
  },
  created: {
    title: usersTexts.created,
    isSecondary: true,
    onCard: 'sorting',
    isSortable: true,
    cell: (user) => momentOf(user.createdAt),
  },
  'last-sign-in': {
    title: usersTexts.lastSignIn,
    isSecondary: true,
    onCard: 'sorting',
    isSortable: true,
    cell: (user) => momentOf(user.lastLoginAt),
  },
}

/** The face, the name over the address: a click shows the user beside the list, the Enter key and a phone lead to the page. */
function UserName({ user, onOpen }: { readonly user: ProjectUser } & Pick<UserTableProps, 'onOpen'>) {
  const project = useProject()
  const { email, phoneNumber, displayName } = user
  const address = email ?? phoneNumber
  const name = displayName === undefined || displayName === '' ? address : displayName
  const below = name === address ? undefined : address
  return (
    <Link
      to="/projects/$project/users/$uid"
      params={{ project: project.id, uid: user.localId }}
      data-user={user.localId}
      onClick={(event) => {
        const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey
        // A key clicks without a pointer.
        if (onOpen === undefined || !isPlain || event.detail === 0) return
        event.preventDefault()
        onOpen(user.localId)
      }}
      className="flex min-h-11 min-w-0 items-center gap-3 rounded-small py-1"
    >
      <UserFace user={user} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          {name ?? <span className="font-normal text-ink-2">{usersTexts.noEmail}</span>}
        </span>
        {below !== undefined && <span className="block truncate text-small text-ink-2">{below}</span>}
      </span>
    </Link>
  )
}

/** What they sign in by, each as its sign. */
function UserWays({ user }: { readonly user: ProjectUser }) {
  const ways = waysOf(user)
  if (ways.length === 0) return <span className="text-ink-2">{usersTexts.noWay}</span>
  return (
    <span className="flex items-center gap-2">
      {ways.map((way) => (
        <ProviderIcon key={way} provider={way} name={nameOfWay(way)} />
      ))}
    </span>
  )
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
