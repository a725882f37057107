import { usersTexts } from '../../../texts/en/users.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { ProjectUser } from '../../../shared/people/project-user.ts'

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
