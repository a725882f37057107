import { useOwnsServer } from '../../../../session/use-owns-server.ts'
import { membersTexts } from '../../../../texts/en/members.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { type Member, nameOf } from '../../../../backend/api/members.ts'
import { TextLink } from '../../../../ui/text-link.tsx'

/** Whoever owns the server looks after the account itself, such as its sessions, in another project: the link says in which. */
export function MemberName({ member, isOwn }: { readonly member: Member; readonly isOwn: boolean }) {
  const ownsServer = useOwnsServer()
  const name = nameOf(member)
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-1.5">
      <Avatar name={name} imageUrl={member.photoUrl} />
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-1.5">
          <bdi className="truncate font-medium">{name}</bdi>
          {isOwn && <Badge tone="accent">{membersTexts.you}</Badge>}
          {member.email === null && <Badge tone="attention">{membersTexts.accountGone}</Badge>}
          {member.isDisabled && <Badge tone="attention">{membersTexts.disabled}</Badge>}
        </span>
        {member.email !== null && (
          <span className="flex min-w-0 flex-wrap gap-x-2.5 text-small font-normal text-ink-2">
            {member.displayName !== null && <bdi className="min-w-0 truncate">{member.email}</bdi>}
            {ownsServer && (
              <TextLink
                to="/projects/$project/users/$uid"
                params={{ project: 'console', uid: member.uid }}
                aria-label={membersTexts.toAccountOf(name)}
              >
                {membersTexts.toAccount}
              </TextLink>
            )}
          </span>
        )}
      </span>
    </span>
  )
}
