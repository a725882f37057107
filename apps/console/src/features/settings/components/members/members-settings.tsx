import { InvitationsCard } from './invitations-card.tsx'
import { MembersCard } from './members-card.tsx'

/** Who belongs to the project, and who is invited. */
export function MembersSettings() {
  return (
    <>
      <MembersCard />
      <InvitationsCard />
    </>
  )
}
