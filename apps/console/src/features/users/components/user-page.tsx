import { Link, useParams } from '@tanstack/react-router'
import { Pencil, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { SeeAsLink } from '../../../shared/see-as/see-as-link.tsx'
import { personTexts } from '../../../texts/en/person.ts'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QueryContent, useFailure } from '../../../ui/query-content.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { labelOf, type ProjectUser } from '../../../shared/people/project-user.ts'
import { UserFace } from '../../../shared/people/user-face.tsx'
import { useUser } from '../queries/users-queries.ts'
import { ClaimsCard } from './claims-card.tsx'
import { UserActsCard } from './user-acts-card.tsx'
import { UserFacts } from './user-facts.tsx'
import { UserMentionsCard } from './user-mentions-card.tsx'
import { UserProfileForm } from './user-profile-form.tsx'
import { UserSessionsCard } from './user-sessions-card.tsx'
import { UserSignInCard } from './user-sign-in-card.tsx'
import { UserBadges } from './user-table.tsx'
import { UserTimeline } from './user-timeline.tsx'

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
  const [isEditing, setEditing] = useState(false)
  const props = { user, onChanged }
  return (
    <>
      {isEditing ? (
        <UserProfileForm {...props} onClose={() => setEditing(false)} />
      ) : (
        <UserHeader user={user} {...(project.mayWrite && { onEdit: () => setEditing(true) })} />
      )}
      <div className="grid gap-4 px-4 pt-1 pb-8 tablet:px-6">
        {/* Links to accounts lead here out of other projects. */}
        {project.id === 'console' && <Notice tone="information">{usersTexts.consoleAccount}</Notice>}
        {user.disabled === true && <Notice tone="attention">{usersTexts.disabledNotice}</Notice>}
        {!project.mayWrite && <p className="text-table text-ink-2">{usersTexts.readOnly}</p>}
        <UserFacts user={user} />
        <div className="grid items-start gap-4 min-[60rem]:grid-cols-[minmax(0,1fr)_19rem] desk:grid-cols-[minmax(0,1fr)_21rem] wide:grid-cols-[minmax(0,1fr)_25rem]">
          <UserTimeline user={user} />
          <div className="grid min-w-0 gap-4">
            <UserMentionsCard user={user} />
            <UserSessionsCard user={user} />
            <UserSignInCard {...props} />
            <ClaimsCard {...props} />
            {project.mayWrite && <UserActsCard {...props} />}
          </div>
        </div>
      </div>
    </>
  )
}

/** Who it is: the face, the name with its states, the addresses and the id. */
function UserHeader({ user, onEdit }: { readonly user: ProjectUser; readonly onEdit?: () => void }) {
  const name = labelOf(user)
  const { email, phoneNumber, localId, tenantId } = user
  return (
    <header className="flex flex-wrap items-center gap-x-4.5 gap-y-3 px-4 pt-4 pb-3 tablet:px-6">
      <UserFace user={user} size="large" />
      <div className="min-w-0 flex-1 basis-60">
        <h1 className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="max-w-full min-w-0 max-tablet:line-clamp-4 max-tablet:wrap-anywhere tablet:truncate">
            {name}
          </span>
          <span className="text-body font-normal tracking-normal">
            <UserBadges user={user} />
          </span>
        </h1>
        <p className="mt-1 flex min-w-0 flex-wrap items-center gap-x-3.5 text-table text-ink-2">
          {email !== undefined && email !== name && <span className="max-w-full truncate">{email}</span>}
          {phoneNumber !== undefined && phoneNumber !== name && <span>{phoneNumber}</span>}
          {tenantId !== undefined && (
            <span>
              {usersTexts.tenant} {tenantId}
            </span>
          )}
          <Copyable label={usersTexts.uid} value={localId} />
        </p>
        <p className="mt-1 text-table">
          <SeeAsLink uid={localId} />
        </p>
      </div>
      {onEdit !== undefined && (
        <Button icon={<Pencil />} onPress={onEdit}>
          {personTexts.edit}
        </Button>
      )}
    </header>
  )
}
