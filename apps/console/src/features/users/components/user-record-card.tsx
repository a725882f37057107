import { useProject } from '../../../session/project-context.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Card } from '../../../ui/card.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { TextLink } from '../../../ui/text-link.tsx'
import type { UserCardProps } from './user-card-props.ts'

/** What the record says that nobody edits, and the way to what the user did. */
export function UserRecordCard({ user }: Pick<UserCardProps, 'user'>) {
  const project = useProject()
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
          {
            id: 'traces',
            name: usersTexts.traces,
            value: (
              <span className="flex flex-wrap gap-x-3">
                <span className="text-ink-2">{usersTexts.tracesText}</span>
                <TextLink
                  to="/projects/$project/requests"
                  params={{ project: project.id }}
                  search={{ uid: user.localId }}
                >
                  {usersTexts.toRequests}
                </TextLink>
              </span>
            ),
          },
        ]}
      />
    </Card>
  )
}

function momentOf(milliseconds: string | undefined): string {
  const at = Number(milliseconds ?? 0)
  return at > 0 ? formatDateTime(at) : usersTexts.never
}
