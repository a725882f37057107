import { usersTexts } from '../../../texts/en/users.ts'
import { Card } from '../../../ui/card.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { formatDateTime } from '../../../texts/format.ts'
import type { UserCardProps } from './user-card-props.ts'

/** What the record says that nobody edits. */
export function UserRecordCard({ user }: Pick<UserCardProps, 'user'>) {
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
