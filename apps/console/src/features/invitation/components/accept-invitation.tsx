import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { acceptInvitation } from '../../../backend/api/accept-invitation.ts'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { useSession } from '../../../session/session-context.tsx'
import { SignOutProvider, useSignOut } from '../../../session/sign-out.tsx'
import { membersTexts } from '../../../texts/en/members.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { forgetInvitationLink, type InvitationLink } from '../invitation-link.ts'
import type { DescribedInvitation } from '../queries/invitation.ts'

export interface AcceptInvitationProps {
  readonly link: InvitationLink
  readonly invitation: DescribedInvitation
  readonly ownEmail: string | null
}

/** For somebody who is signed in: the button that accepts, or why another account has to. */
export function AcceptInvitation({ link, invitation, ownEmail }: AcceptInvitationProps) {
  const session = useSession()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [failing, setFailing] = useState<Reaction>()

  const accept = async () => {
    setBusy(true)
    setFailing(undefined)
    try {
      await acceptInvitation(link, await session.idToken())
      forgetInvitationLink()
      await navigate({ to: '/projects/$project', params: { project: link.project } })
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    } finally {
      setBusy(false)
    }
  }

  if (ownEmail?.toLowerCase() !== invitation.email) {
    return (
      <div className="grid gap-4">
        <Notice tone="attention">{membersTexts.otherAccount(invitation.email, ownEmail ?? '–')}</Notice>
        <SignOutProvider>
          <SignOutButton />
        </SignOutProvider>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <FailureNotice failing={failing} />
      <Button variant="primary" size="large" isWide autoFocus isPending={isBusy} onPress={() => void accept()}>
        {membersTexts.accept}
      </Button>
    </div>
  )
}

function SignOutButton() {
  return (
    <Button size="large" isWide onPress={useSignOut()}>
      {membersTexts.signOut}
    </Button>
  )
}
