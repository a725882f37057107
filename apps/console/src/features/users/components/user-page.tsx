import { Link, useParams, useNavigate } from '@tanstack/react-router'
import { UserRoundX } from 'lucide-react'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { SeeAsLink } from '../../../shared/see-as/see-as-link.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { buttonClasses, Button } from '../../../ui/button.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { QueryContent, useFailure } from '../../../ui/query-content.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { labelOf, type ProjectUser } from '../../../shared/people/project-user.ts'
import {
  useUser,
  deniedLately,
  useDeniedRequests,
  failedSignInsSearch,
  useFailedSignIns,
} from '../queries/users-queries.ts'
import { ClaimsCard } from './claims-card.tsx'
import { UserActions } from './user-actions.tsx'
import { UserBadges } from './user-table.tsx'
import { UserFactorsCard, UserPasskeysCard, UserProvidersCard } from './user-sign-in-cards.tsx'
import { UserProfileCard } from './user-profile-card.tsx'
import { UserSessionsCard } from './user-sessions-card.tsx'
import { UserWritesCard } from './user-writes-card.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { formatDateTime } from '../../../texts/format.ts'
import type { UserCardProps } from './user-card-props.ts'
import { useState } from 'react'
import { useRecentSignIn, type RecentSignIn } from '../../../session/recent-sign-in.tsx'
import { toast } from '../../../ui/toast.ts'
import { TypedConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { deleteUser } from '../queries/change-users.ts'
import { Moment } from '../../../ui/moment.tsx'
import type { AuditEntry } from '../../../shared/audit/list-audit.ts'

/** Everything about one user, and what operators do with the account. */
export function UserPage() {
  const { uid } = useParams({ from: '/opened/signed-in/projects/$project/users/$uid' })
  const project = useProject()
  const query = useUser(uid)
  const user = query.data
  const failure = useFailure(query)
  usePageTitle(user === undefined ? uid : labelOf(user))

  if (failure !== undefined && reactionTo(failure).kind === 'gone') {
    return (
      <EmptyState
        icon={<UserRoundX />}
        title={usersTexts.gone}
        level={1}
        action={
          <Link to="/projects/$project/users" params={{ project: project.id }} className={buttonClasses('primary')}>
            {usersTexts.toList}
          </Link>
        }
      >
        {usersTexts.goneText}
      </EmptyState>
    )
  }
  return (
    <QueryContent query={query} failed={usersTexts.userFailed} rows={8}>
      {(known) => <KnownUser key={known.localId} user={known} onChanged={() => void query.refetch()} />}
    </QueryContent>
  )
}

function KnownUser({ user, onChanged }: { readonly user: ProjectUser; readonly onChanged: () => void }) {
  const project = useProject()
  const props = { user, onChanged }
  return (
    <>
      <PageHeader
        isName
        title={
          <span className="flex min-w-0 items-center gap-x-3 gap-y-1 max-tablet:flex-wrap">
            <Avatar name={labelOf(user)} imageUrl={user.photoUrl} />
            <span className="min-w-0 max-tablet:line-clamp-4 max-tablet:flex-1 max-tablet:wrap-anywhere tablet:truncate">
              {labelOf(user)}
            </span>
            <span className="text-body font-normal max-tablet:basis-full">
              <UserBadges user={user} />
            </span>
          </span>
        }
        fact={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Copyable label={usersTexts.uid} value={user.localId} />
            <SeeAsLink uid={user.localId} />
          </span>
        }
        {...(project.mayWrite && { actions: <UserActions {...props} /> })}
      />
      <PageBody width="narrow">
        {/* Links to accounts lead here out of other projects. */}
        {project.id === 'console' && <Notice tone="information">{usersTexts.consoleAccount}</Notice>}
        {user.disabled === true && <Notice tone="attention">{usersTexts.disabledNotice}</Notice>}
        <DeniedRequestsNotice uid={user.localId} />
        {!project.mayWrite && <p className="text-table text-ink-2">{usersTexts.readOnly}</p>}
        <UserProfileCard {...props} />
        <UserProvidersCard {...props} />
        <UserPasskeysCard {...props} />
        <UserFactorsCard {...props} />
        <UserSessionsCard user={user} />
        {user.email !== undefined && <FailedSignInsCard email={user.email} />}
        <ClaimsCard {...props} />
        <UserWritesCard user={user} />
        <UserRecordCard user={user} />
        {project.mayWrite && <DeleteUserCard user={user} />}
      </PageBody>
    </>
  )
}

/** That the rules denied something to the user lately, what came last, and the way to why. Silent where nothing was, or is known. */
function DeniedRequestsNotice({ uid }: { readonly uid: string }) {
  const project = useProject()
  const { requests = [], nextPageToken } = useDeniedRequests(uid).data ?? {}
  const [last] = requests
  if (last === undefined) return null
  return (
    <Notice tone="attention">
      {usersTexts.deniedLately(requests.length, nextPageToken !== undefined, `${last.operation} ${last.path}`)}{' '}
      <TextLink to="/projects/$project/requests" params={{ project: project.id }} search={{ ...deniedLately, uid }}>
        {usersTexts.whyDenied}
      </TextLink>
    </Notice>
  )
}

/** What the record says that nobody edits. */
function UserRecordCard({ user }: Pick<UserCardProps, 'user'>) {
  return (
    <Card title={usersTexts.identity} isFlush>
      <FactList
        facts={[
          {
            id: 'uid',
            name: usersTexts.uid,
            value: <Copyable label={usersTexts.uid} value={user.localId} />,
          },
          { id: 'created', name: usersTexts.created, value: momentOf(user.createdAt) },
          { id: 'last', name: usersTexts.lastSignIn, value: momentOf(user.lastLoginAt) },
          {
            id: 'password',
            name: usersTexts.passwordState,
            value: user.passwordHash === undefined ? usersTexts.hasNoPassword : usersTexts.hasPassword,
          },
          ...(user.tenantId === undefined ? [] : [{ id: 'tenant', name: usersTexts.tenant, value: user.tenantId }]),
        ]}
      />
    </Card>
  )
}

function momentOf(milliseconds: string | undefined): string {
  const at = Number(milliseconds ?? 0)
  return at > 0 ? formatDateTime(at) : usersTexts.never
}

/** The end of an account. */
function DeleteUserCard({ user }: Pick<UserCardProps, 'user'>) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={usersTexts.danger}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-table text-ink-2">{usersTexts.dangerText}</p>
        <Button
          variant="danger"
          onPress={() => void recent.run(async () => setOpen(true), { act: usersTexts.deleteUser })}
        >
          {usersTexts.deleteUser}
        </Button>
      </div>
      {isOpen && <DeleteUserDialog user={user} recent={recent} onClose={() => setOpen(false)} />}
      {recent.dialog}
    </Card>
  )
}

interface DeleteUserDialogProps {
  readonly user: ProjectUser
  /** Holds while the address is typed; asks again when that took too long. */
  readonly recent: RecentSignIn
  readonly onClose: () => void
}

function DeleteUserDialog({ user, recent, onClose }: DeleteUserDialogProps) {
  const project = useProject()
  const navigate = useNavigate()
  const wanted = user.email ?? user.phoneNumber ?? user.localId
  return (
    <TypedConfirmDialog
      title={usersTexts.deleteUserTitle(labelOf(user))}
      confirm={usersTexts.deleteUserButton}
      wanted={wanted}
      label={usersTexts.deleteUserTyped(wanted)}
      wrong={usersTexts.deleteUserTypedWrong}
      onConfirm={async () => {
        const isDone = await recent.run(async () => await deleteUser(project, user.localId), {
          act: usersTexts.deleteUser,
        })
        if (!isDone) return
        toast(usersTexts.userDeleted(wanted))
        // What was typed about the user went with them.
        await navigate({ to: '/projects/$project/users', params: { project: project.id }, ignoreBlocker: true })
      }}
      onClose={onClose}
    >
      {usersTexts.dangerText}
    </TypedConfirmDialog>
  )
}

const failedShownMax = 5

/** Why somebody with this address could not sign in lately, and the way to it in the audit log; whom to ask, for who may not read that. */
function FailedSignInsCard({ email }: { readonly email: string }) {
  const project = useProject()
  return (
    <Card title={usersTexts.failedSignIns} description={usersTexts.failedSignInsText} isFlush>
      {project.role === 'owner' ? (
        <Failed email={email} />
      ) : (
        <p className="p-4 text-table text-ink-2">{usersTexts.failedSignInsOwners}</p>
      )}
    </Card>
  )
}

function Failed({ email }: { readonly email: string }) {
  const project = useProject()
  const failedSignIns = useFailedSignIns(email)
  return (
    <>
      <QueryContent query={failedSignIns} failed={usersTexts.failedSignInsFailed} rows={1}>
        {({ entries, isPartial }) =>
          entries.length === 0 ? (
            <p className="p-4 text-table text-ink-2">
              {isPartial ? usersTexts.noFailedSignInsYet : usersTexts.noFailedSignIns}
            </p>
          ) : (
            <ul aria-label={usersTexts.failedSignIns} className="divide-y divide-line">
              {entries.slice(0, failedShownMax).map((entry) => (
                <FailedLine key={entry.number} entry={entry} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      <p className="border-t border-line px-4 py-2 text-table">
        <TextLink to="/projects/$project/settings" params={{ project: project.id }} search={failedSignInsSearch(email)}>
          {usersTexts.toFailedSignIns}
        </TextLink>
      </p>
    </>
  )
}

function FailedLine({ entry: { at, address = '', detail = {} } }: { readonly entry: AuditEntry }) {
  const { reason = '', repeats } = detail
  return (
    <li className="flex min-h-(--row) flex-wrap items-center gap-x-2.5 px-4 py-1 text-table">
      <span className="min-w-0 flex-1 basis-60">
        {usersTexts.signInReasons[reason] ?? reason}
        {repeats !== undefined && <span className="text-ink-2"> {usersTexts.signInRepeats(repeats)}</span>}
      </span>
      {address !== '' && <span className="text-ink-2">{usersTexts.signInFrom(address)}</span>}
      <span className="shrink-0 text-ink-2">
        <Moment at={at} />
      </span>
    </li>
  )
}
