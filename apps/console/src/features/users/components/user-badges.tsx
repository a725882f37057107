import { usersTexts } from '../../../texts/en/users.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { ProjectUser } from '../project-user.ts'

/** Whether somebody may sign in, and whether the address is known to be theirs. */
export function UserBadges({ user }: { readonly user: ProjectUser }) {
  return (
    <span className="inline-flex gap-1.5">
      {user.disabled === true && <Badge tone="danger">{usersTexts.disabled}</Badge>}
      {user.email !== undefined &&
        (user.emailVerified === true ? (
          <Badge tone="good">{usersTexts.verified}</Badge>
        ) : (
          <Badge>{usersTexts.unverified}</Badge>
        ))}
    </span>
  )
}
