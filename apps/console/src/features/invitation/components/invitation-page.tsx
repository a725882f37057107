import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { reactionToRead } from '../../../backend/errors/read-reaction.ts'
import { queryClient } from '../../../backend/live/query-client.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { membersTexts } from '../../../texts/en/members.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { GatePage } from '../../../ui/gate-page.tsx'
import { useFailure } from '../../../ui/query-content.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { takeInvitationLink, type InvitationLink } from '../invitation-link.ts'
import { useInvitation } from '../queries/invitation-queries.ts'
import { AcceptInvitation } from './accept-invitation.tsx'
import { JoinForm } from './join-form.tsx'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../../ui/button.tsx'

/** Where the link of an invitation leads: what it is for, and the way in, with an account or without. */
export function InvitationPage() {
  usePageTitle(membersTexts.pageTitle)
  const [link] = useState(takeInvitationLink)
  if (link !== undefined) {
    return (
      <QueryClientProvider client={queryClient}>
        <LinkedInvitation link={link} />
      </QueryClientProvider>
    )
  }
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <EmptyState title={membersTexts.noLinkTitle} level={1} action={<ToProjects />}>
        {membersTexts.noLinkText}
      </EmptyState>
    </main>
  )
}

function LinkedInvitation({ link }: { readonly link: InvitationLink }) {
  const account = useSignedIn()?.account
  const query = useInvitation(link)
  const failure = useFailure(query)
  if (query.data === undefined) {
    if (failure === undefined) return <p className="sr-only">{membersTexts.opening}</p>
    const reaction = reactionToRead(failure)
    return (
      <main id="main" className="grid min-h-dvh place-items-center">
        <ErrorState
          title={membersTexts.openFailed}
          level={1}
          actions={<ToProjects />}
          {...(reaction.kind === 'unreachable' && { onRetry: () => void query.refetch() })}
          {...(reaction.kind !== 'quiet' && { details: reaction.details })}
        >
          {reaction.kind !== 'quiet' && reaction.message}
        </ErrorState>
      </main>
    )
  }
  const invitation = query.data
  return (
    <GatePage
      title={membersTexts.pageTitle}
      subtitle={membersTexts.pageSubtitle(invitation.projectName, membersTexts.roles[invitation.role])}
    >
      {account !== undefined ? (
        <AcceptInvitation link={link} invitation={invitation} ownEmail={account.email} />
      ) : invitation.hasAccount ? (
        <SignInFirst email={invitation.email} />
      ) : (
        <JoinForm link={link} invitation={invitation} />
      )}
    </GatePage>
  )
}

function ToProjects() {
  return <TextLink to="/projects">{membersTexts.toProjects}</TextLink>
}

/** For somebody who has an account and is not signed in with it. */
function SignInFirst({ email }: { readonly email: string }) {
  const navigate = useNavigate()
  return (
    <div className="grid gap-4">
      <p>{membersTexts.signInFirst(email)}</p>
      <Button
        variant="primary"
        size="large"
        isWide
        autoFocus
        onPress={() => void navigate({ to: '/sign-in', search: { to: '/invitation' }, state: { email } })}
      >
        {membersTexts.signIn}
      </Button>
    </div>
  )
}
