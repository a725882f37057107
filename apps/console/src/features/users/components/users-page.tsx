import { RotateCw, UsersRound } from 'lucide-react'
import { reactionTo } from '../../../errors/reaction.ts'
import { usersTexts } from '../../../texts/en/users.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { DeniedState } from '../../../ui/denied-state.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import type { ProjectUser } from '../queries/list-users.ts'
import { useUsers } from '../queries/use-users.ts'

/** The people who signed up in this project's apps. */
export function UsersPage() {
  usePageTitle(usersTexts.title)
  const { asked, askAgain, showMore, mayShowMore } = useUsers()
  const page = asked.answer
  const isAsking = asked.status === 'known' && asked.isAsking
  return (
    <>
      <PageHeader
        title={usersTexts.title}
        fact={page === undefined ? '' : usersTexts.fact(page.users.length, page.nextPageToken !== undefined)}
        actions={
          <Button icon={<RotateCw />} onPress={askAgain} isPending={isAsking}>
            {usersTexts.reload}
          </Button>
        }
      />
      <PageBody>
        <section className="overflow-hidden rounded-large border border-line bg-ground-1">
          <UserList asking={{ asked, askAgain }} />
        </section>
        {mayShowMore && (
          <div className="flex justify-center">
            <Button onPress={showMore} isPending={isAsking}>
              {usersTexts.more}
            </Button>
          </div>
        )}
        <p className="text-table text-ink-2">{usersTexts.readOnly}</p>
      </PageBody>
    </>
  )
}

function UserList({
  asking: { asked, askAgain },
}: {
  readonly asking: Pick<ReturnType<typeof useUsers>, 'asked' | 'askAgain'>
}) {
  if (asked.answer === undefined) {
    if (asked.status !== 'failed') return <Skeleton rows={6} />
    const reaction = reactionTo(asked.error)
    const details = reaction.kind === 'quiet' ? {} : { details: reaction.details, children: reaction.message }
    return reaction.kind === 'denied' ? (
      <DeniedState {...details} />
    ) : (
      <ErrorState title={usersTexts.failed} onRetry={askAgain} {...details} />
    )
  }
  if (asked.answer.users.length === 0) {
    return (
      <EmptyState icon={<UsersRound />} title={usersTexts.emptyTitle}>
        {usersTexts.empty}
      </EmptyState>
    )
  }
  return (
    <DataTable label={usersTexts.list} columns={columns} rows={asked.answer.users} rowKey={({ localId }) => localId} />
  )
}

const columns: readonly Column<ProjectUser>[] = [
  {
    id: 'user',
    title: usersTexts.user,
    cell: (user) => (
      <span className="flex items-center gap-2.5">
        <Avatar name={user.displayName ?? user.email ?? user.localId} imageUrl={user.photoUrl} size="small" />
        <span className="min-w-0 flex-1 truncate pt-1 tablet:pt-0">
          {user.email ?? user.phoneNumber ?? <span className="text-ink-2">{usersTexts.noEmail}</span>}
          {user.displayName !== undefined && user.displayName !== '' && (
            <span className="ml-2 text-ink-2">{user.displayName}</span>
          )}
          {/* A phone has no room for the columns beside this one. */}
          <span className="flex pb-1 tablet:hidden">
            <Copyable label={usersTexts.uid} value={user.localId} className="text-ink-2" />
          </span>
        </span>
      </span>
    ),
  },
  {
    id: 'uid',
    title: usersTexts.uid,
    isSecondary: true,
    cell: (user) => <Copyable label={usersTexts.uid} value={user.localId} className="max-w-44" />,
  },
  {
    id: 'provider',
    title: usersTexts.provider,
    isSecondary: true,
    cell: (user) => user.providerUserInfo?.map(({ providerId }) => providerId).join(', ') || usersTexts.anonymous,
  },
  { id: 'state', title: usersTexts.state, isSecondary: true, cell: stateOf },
  { id: 'created', title: usersTexts.created, isSecondary: true, cell: (user) => momentOf(user.createdAt) },
  { id: 'last', title: usersTexts.lastSignIn, isSecondary: true, cell: (user) => momentOf(user.lastLoginAt) },
]

function stateOf(user: ProjectUser) {
  if (user.disabled === true) return <Badge tone="danger">{usersTexts.disabled}</Badge>
  if (user.email === undefined) return null
  return user.emailVerified === true ? (
    <Badge tone="good">{usersTexts.verified}</Badge>
  ) : (
    <Badge>{usersTexts.unverified}</Badge>
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
