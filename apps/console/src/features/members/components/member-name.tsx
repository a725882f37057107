import { Link } from '@tanstack/react-router'
import { useOwnsServer } from '../../../session/use-owns-server.ts'
import { membersTexts } from '../../../texts/en/members.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Member, nameOf } from '../../../api/members.ts'

/** Whoever owns the server looks after the account itself, such as its sessions, among the users of the console. */
export function MemberName({ member, isOwn }: { readonly member: Member; readonly isOwn: boolean }) {
  const ownsServer = useOwnsServer()
  const name = nameOf(member)
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-1.5">
      <Avatar name={name} imageUrl={member.photoUrl} />
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-1.5">
          <bdi className="truncate font-medium">
            {ownsServer && member.email !== null ? (
              <Link to="/projects/$project/users/$uid" params={{ project: 'console', uid: member.uid }}>
                {name}
              </Link>
            ) : (
              name
            )}
          </bdi>
          {isOwn && <Badge tone="accent">{membersTexts.you}</Badge>}
          {member.email === null && <Badge tone="attention">{membersTexts.accountGone}</Badge>}
          {member.isDisabled && <Badge tone="attention">{membersTexts.disabled}</Badge>}
        </span>
        {member.displayName !== null && member.email !== null && (
          <bdi className="block truncate text-small font-normal text-ink-2">{member.email}</bdi>
        )}
      </span>
    </span>
  )
}
