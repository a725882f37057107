import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { reactionToRead } from '../../../backend/errors/read-reaction.ts'
import { queryClient } from '../../../backend/live/query-client.ts'
import { useSignedIn, useSession } from '../../../session/session-context.tsx'
import { membersTexts } from '../../../texts/en/members.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { GatePage } from '../../../ui/gate-page.tsx'
import { useFailure } from '../../../ui/query-content.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import {
  takeInvitationLink,
  type InvitationLink,
  forgetInvitationLink,
  useInvitation,
  type DescribedInvitation,
  joinByInvitation,
} from '../invitation-link.ts'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Button } from '../../../ui/button.tsx'
import { acceptInvitation } from '../../../backend/api/members.ts'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { SignOutProvider, useSignOut } from '../../../session/sign-out.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { signInWithEmailAndPassword } from 'firebase/auth'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { GateNotice, useGateFailure, GateSubmit } from '../../../session/gate-form.tsx'
import { NewPasswordField } from '../../../session/new-account-fields.tsx'
import { usePasswordCheck } from '../../../session/password-policy.ts'
import { track } from '../../../backend/telemetry.ts'
import { policyTexts } from '../../../texts/en/policy.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateDisplayName } from '../../../ui/validators.ts'

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

interface AcceptInvitationProps {
  readonly link: InvitationLink
  readonly invitation: DescribedInvitation
  readonly ownEmail: string | null
}

/** For somebody who is signed in: the button that accepts, or why another account has to. */
function AcceptInvitation({ link, invitation, ownEmail }: AcceptInvitationProps) {
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

interface JoinFormProps {
  readonly link: InvitationLink
  readonly invitation: DescribedInvitation
}

/** For somebody without an account: a name and a password, and they are a member. */
function JoinForm({ link, invitation: { email } }: JoinFormProps) {
  const { auth } = useConsoleApp()
  const router = useRouter()
  const form: Form<{ displayName: string; password: string }> = useForm({
    initial: { displayName: '', password: '' },
    validators: {
      displayName: validateDisplayName,
      password: () => (check.isMet ? undefined : policyTexts.unmet),
    },
    submit: async ({ displayName, password }) => {
      failure.clear()
      try {
        await joinByInvitation(link, { displayName: displayName.trim(), password })
        forgetInvitationLink()
        track({ name: 'sign_up' })
        await signInWithEmailAndPassword(auth, email, password)
        await router.navigate({ to: '/projects/$project', params: { project: link.project } })
      } catch (thrown) {
        failure.show(thrown)
      }
    },
  })
  const failure = useGateFailure(() => form, email)
  const check = usePasswordCheck(auth, form.values.password)
  return (
    <form {...form.formProps} className="grid gap-4">
      <TextField
        label={signInTexts.email}
        name="email"
        value={email}
        onChange={() => undefined}
        type="email"
        autoComplete="username"
        size="large"
        isReadOnly
      />
      <TextField
        {...form.field('displayName')}
        label={signInTexts.name}
        autoComplete="name"
        size="large"
        autoFocus
        isRequired
      />
      <NewPasswordField field={form.field('password')} label={signInTexts.password} check={check} size="large" />
      <GateNotice failure={failure} email={email} />
      <GateSubmit failure={failure} isPending={form.isSubmitting}>
        {membersTexts.join}
      </GateSubmit>
    </form>
  )
}
