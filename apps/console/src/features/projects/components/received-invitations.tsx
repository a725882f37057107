import { useNavigate } from '@tanstack/react-router'
import { collectionGroup, query, where } from 'firebase/firestore'
import { useState } from 'react'
import { acceptInvitation } from '../../../backend/api/accept-invitation.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { firestoreOf } from '../../../backend/sdk/firestore.ts'
import { dataOf } from '../../../backend/live/live-state.ts'
import { useLiveQuery } from '../../../backend/live/use-live.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useSession, useSignedIn } from '../../../session/session-context.tsx'
import { membersTexts } from '../../../texts/en/members.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { openInvitations } from '../open-invitations.ts'

/** What the verified address of the account is invited to, live; nothing where there is nothing. */
export function ReceivedInvitations() {
  const { app } = useConsoleApp()
  const session = useSession()
  const navigate = useNavigate()
  const account = useSignedIn()?.account
  const now = useNow(30_000)
  const [problem, setProblem] = useState('')
  const email = account?.emailVerified === true ? account.email : null
  const live = useLiveQuery(
    email === null || email === undefined
      ? undefined
      : query(collectionGroup(firestoreOf(app), 'invitations'), where('email', '==', email)),
  )
  const invitations = openInvitations(dataOf(live)?.docs ?? [], now)

  const accept = async (invitation: { readonly project: string; readonly id: string }) => {
    setProblem('')
    try {
      await acceptInvitation(invitation, await session.idToken())
      await navigate({ to: '/projects/$project', params: { project: invitation.project } })
    } catch (thrown) {
      setProblem(messageOf(thrown))
    }
  }

  return invitations.map(({ project, id, role }) => (
    <Notice
      key={`${project}/${id}`}
      tone="information"
      action={
        <Button
          size="small"
          variant="primary"
          aria-label={membersTexts.acceptNamed(project)}
          onPress={() => void accept({ project, id })}
        >
          {membersTexts.accept}
        </Button>
      }
    >
      <p className="font-medium">{membersTexts.received}</p>
      <p>{membersTexts.receivedTo(project, membersTexts.roles[role])}</p>
      {problem !== '' && (
        <p role="alert" className="text-crimson">
          {problem}
        </p>
      )}
    </Notice>
  ))
}
