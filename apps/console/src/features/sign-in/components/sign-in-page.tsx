import { useLocation, useSearch } from '@tanstack/react-router'
import { useState, useEffect } from 'react'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { SecondFactorStep } from '../../../session/lazy-second-factor-step.tsx'
import { useSessionState } from '../../../session/session-context.tsx'
import type { SignedOutReason } from '../../../session/session-state.ts'
import { useEntering, type Entering } from '../../../session/use-entering.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { GatePage } from '../../../ui/gate-page.tsx'
import { Notice, type NoticeTone } from '../../../ui/notice.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { OtherWays } from './other-ways.tsx'
import { readCutShort } from '../../../session/cut-short.ts'
import { signInWithEmailAndPassword } from 'firebase/auth'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { GateNotice, useGateFailure, GateSubmit } from '../../../session/gate-form.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateEmail, validatePasswordPresent } from '../../../ui/validators.ts'

/** Every way into the console that its server has. */
export function SignInPage() {
  const { settings } = useConsoleApp()
  const { to } = useSearch({ from: '/opened/sign-in' })
  const { email: keptEmail = '' } = useLocation().state
  const [email, setEmail] = useState(keptEmail)
  const [hasFailed, setFailed] = useState(false)
  const entering = useEntering()
  const { password, providers } = settings.signIn

  if (entering.resolver !== undefined) return <SecondFactorStep entering={entering} resolver={entering.resolver} />
  const { linkLater } = entering
  return (
    <GatePage
      title={signInTexts.signIn}
      subtitle={signInTexts.signInSubtitle}
      footer={
        settings.signUpAllowed && (
          <>
            {signInTexts.noAccount}{' '}
            <TextLink to="/sign-up" search={to === undefined ? {} : { to }}>
              {signInTexts.signUp}
            </TextLink>
          </>
        )
      }
    >
      {linkLater === undefined ? (
        <>
          {!hasFailed && <SignedOutNotice to={to} />}
          <CutShortNotice />
        </>
      ) : (
        <div className="mb-5">
          <Notice tone="attention" isAnnounced>
            {signInTexts.linkFirst(linkLater.email, linkLater.provider.displayName)}
          </Notice>
        </div>
      )}
      {password && (
        // The provider's address takes the place of what was typed.
        <PasswordForm
          key={linkLater?.email}
          entering={entering}
          initialEmail={linkLater?.email ?? keptEmail}
          onEmail={setEmail}
          onFailed={setFailed}
        />
      )}
      <OtherWays entering={entering} email={email} to={to} />
      {!password && providers.length === 0 && !settings.signIn.emailLink && (
        <Notice tone="attention">{signInTexts.noWay}</Notice>
      )}
    </GatePage>
  )
}

const notices: Readonly<Record<SignedOutReason, readonly [tone: NoticeTone, text: string]>> = {
  chosen: ['good', signInTexts.signedOutChosen],
  ended: ['attention', signInTexts.signedOutEnded],
  disabled: ['attention', signInTexts.signedOutDisabled],
  deleted: ['good', signInTexts.accountDeleted],
}

/** Why this screen is here, when it isn't the first one. */
function SignedOutNotice({ to }: { readonly to: string | undefined }) {
  const state = useSessionState()
  const [reason] = useState(state.status === 'signed-out' ? state.reason : undefined)
  const [tone, text] =
    reason === undefined ? ['information' as const, to === undefined ? undefined : signInTexts.goesOn] : notices[reason]
  if (text === undefined) return null
  return (
    <div className="mb-5">
      <Notice tone={tone} isAnnounced={reason !== undefined}>
        {text}
      </Notice>
    </div>
  )
}

/** After a session that ended by itself: what went with it. Names nothing of it to whoever reads this. */
export function CutShortNotice() {
  const [cut] = useState(readCutShort)
  if (cut === undefined) return null
  return (
    <div className="mb-5">
      <Notice tone="information">
        {cut.changes + cut.forms + cut.jobs > 0 && <p>{signInTexts.cutShort(cut)}</p>}
        {cut.uploads > 0 && <p>{signInTexts.uploadsWait(cut.uploads)}</p>}
      </Notice>
    </div>
  )
}

interface PasswordFormProps {
  readonly entering: Entering
  readonly initialEmail: string
  readonly onEmail: (email: string) => void
  readonly onFailed: (hasFailed: boolean) => void
}

/** E-mail and password. */
function PasswordForm({ entering, initialEmail, onEmail, onFailed }: PasswordFormProps) {
  const { auth } = useConsoleApp()
  const form: Form<{ email: string; password: string }> = useForm({
    initial: { email: initialEmail, password: '' },
    validators: { email: validateEmail, password: validatePasswordPresent },
    submit: async ({ email, password }) => {
      failure.clear()
      try {
        await entering.enter('password', () => signInWithEmailAndPassword(auth, email.trim(), password))
      } catch (thrown) {
        // The password is right, and no longer good enough: another is chosen by a link.
        if (reactionTo(thrown).kind === 'policy') form.reject('password', <TooWeak email={email.trim()} />)
        else failure.show(thrown)
      }
    },
  })
  const email = form.values.email.trim()
  const failure = useGateFailure(() => form, email)
  const hasFailed = failure.reaction !== undefined
  useEffect(() => onFailed(hasFailed), [hasFailed, onFailed])
  useEffect(() => onEmail(email), [email, onEmail])

  return (
    <form {...form.formProps} className="grid gap-4">
      <TextField
        {...form.field('email')}
        label={signInTexts.email}
        type="email"
        autoComplete="username"
        size="large"
        autoFocus={initialEmail === ''}
        isRequired
      />
      <div className="relative">
        <PasswordField
          {...form.field('password')}
          label={signInTexts.password}
          autoComplete="current-password"
          size="large"
          autoFocus={initialEmail !== ''}
          isRequired
        />
        {/* After the field, so that the way from it by keyboard is on to the button. */}
        <span className="absolute top-0 right-0 text-table">
          <TextLink to="/reset-password" state={{ email }}>
            {signInTexts.forgot}
          </TextLink>
        </span>
      </div>
      <GateNotice failure={failure} email={email} />
      <GateSubmit failure={failure} isPending={form.isSubmitting}>
        {signInTexts.signIn}
      </GateSubmit>
    </form>
  )
}

function TooWeak({ email }: { readonly email: string }) {
  return (
    <>
      {signInTexts.tooWeak}{' '}
      <TextLink to="/reset-password" state={{ email }}>
        {signInTexts.resetPassword}
      </TextLink>
    </>
  )
}
