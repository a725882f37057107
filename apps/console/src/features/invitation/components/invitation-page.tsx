import { useCallback, useState } from 'react'
import { reactionToRead } from '../../../errors/read-reaction.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { membersTexts } from '../../../texts/en/members.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { GatePage } from '../../../ui/gate-page.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useAsked } from '../../../ui/use-asked.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { takeInvitationLink, type InvitationLink } from '../invitation-link.ts'
import { describeInvitation } from '../queries/invitation.ts'
import { AcceptInvitation } from './accept-invitation.tsx'
import { JoinForm } from './join-form.tsx'
import { SignInFirst } from './sign-in-first.tsx'

/** Where the link of an invitation leads: what it is for, and the way in, with an account or without. */
export function InvitationPage() {
  usePageTitle(membersTexts.pageTitle)
  const [link] = useState(takeInvitationLink)
  if (link !== undefined) return <LinkedInvitation link={link} />
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
  const { asked, askAgain } = useAsked(useCallback(() => describeInvitation(link), [link]))
  if (asked.answer === undefined) {
    if (asked.status !== 'failed') return <p className="sr-only">{membersTexts.opening}</p>
    const reaction = reactionToRead(asked.error)
    return (
      <main id="main" className="grid min-h-dvh place-items-center">
        <ErrorState
          title={membersTexts.openFailed}
          level={1}
          actions={<ToProjects />}
          {...(reaction.kind === 'unreachable' && { onRetry: askAgain })}
          {...(reaction.kind !== 'quiet' && { details: reaction.details })}
        >
          {reaction.kind !== 'quiet' && reaction.message}
        </ErrorState>
      </main>
    )
  }
  const { answer: invitation } = asked
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
