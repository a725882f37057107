import { useEffect, useRef, useState, type ReactNode } from 'react'
import { reactionTo, type Offer, type Reaction } from '../backend/errors/reaction.ts'
import { connection } from '../backend/live/connection.ts'
import { signInTexts } from '../texts/en/sign-in.ts'
import { uiTexts } from '../texts/en/ui.ts'
import { Button } from '../ui/button.tsx'
import { DetailsFold } from '../ui/details-fold.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'
import type { Form } from '../ui/use-form.ts'
import { useCountdown } from './use-countdown.ts'

type GateReaction = Exclude<Reaction, { kind: 'quiet' }>

interface GateFailure {
  /** Shows the answer to what was thrown, at its field or above the button. */
  readonly show: (thrown: unknown) => void
  readonly clear: () => void
  readonly reaction: GateReaction | undefined
  /** The button is off while this is above 0. */
  readonly secondsLeft: number
  /** Sends the form once more. */
  readonly retry: () => void
}

/** How a form before sign-in answers an error (product.md section 8). */
export function useGateFailure<Values extends Record<string, string>>(
  form: () => Form<Values>,
  email: string,
): GateFailure {
  const [reaction, setReaction] = useState<GateReaction>()
  const { secondsLeft, start } = useCountdown()
  const retry = useRef(() => {})
  retry.current = () => form().formProps.ref.current?.requestSubmit()
  useRetryWhenLive(reaction, retry.current)
  return {
    reaction: reaction?.kind === 'wait' && secondsLeft === 0 ? undefined : reaction,
    secondsLeft,
    retry: () => retry.current(),
    clear: () => setReaction(undefined),
    show: (thrown) => {
      const found = reactionTo(thrown)
      if (found.kind === 'quiet') return
      if (found.kind === 'wait') start(found.seconds)
      if (found.kind === 'at-field' && found.field in form().values) {
        setReaction(undefined)
        form().reject(
          found.field,
          <>
            {found.message} <Offers offers={found.offers} email={email} />
          </>,
        )
        return
      }
      if (found.kind === 'policy') {
        setReaction(undefined)
        form().reject('password', found.message)
        return
      }
      setReaction(found)
      if (found.kind === 'at-form' && 'password' in form().values) {
        form().setValue('password', '')
        form().focus('password')
      }
    },
  }
}

const firstPauseMs = 1000
const maxPauseMs = 30_000

/** A form that didn't reach the server is sent again when the server answers, with growing pauses when it still doesn't get through. */
function useRetryWhenLive(reaction: GateReaction | undefined, retry: () => void): void {
  const tries = useRef(0)
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    // While the form is on its way there is no reaction: what counts is the next one.
    if (reaction === undefined) return
    if (reaction.kind !== 'unreachable') {
      tries.current = 0
      return
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    const pauseMs = Math.min(firstPauseMs * 2 ** tries.current, maxPauseMs)
    tries.current += 1
    void connection
      .probe()
      .then(() => connection.whenLive())
      .then(() => {
        if (isCurrent) timer = setTimeout(() => latest.current(), pauseMs)
      })
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [reaction])
}

/** What went wrong with the form as a whole. */
export function GateNotice({ failure, email }: { readonly failure: GateFailure; readonly email: string }) {
  const { reaction } = failure
  if (reaction === undefined) return null
  const isOwnFault = reaction.kind === 'at-form' || reaction.kind === 'wait'
  return (
    <Notice
      tone={isOwnFault || reaction.kind === 'signed-out' ? 'danger' : 'attention'}
      isAnnounced
      {...(reaction.kind === 'unreachable' && {
        action: (
          <Button size="small" onPress={failure.retry}>
            {uiTexts.tryNow}
          </Button>
        ),
      })}
    >
      <p>
        {reaction.message} {reaction.kind === 'unreachable' && uiTexts.triedAgain}
        {'offers' in reaction && <Offers offers={reaction.offers} email={email} />}
      </p>
      {!isOwnFault && (
        <div className="mt-1 [&_summary]:mx-0">
          <DetailsFold details={reaction.details} />
        </div>
      )}
    </Notice>
  )
}

function Offers({ offers, email }: { readonly offers: readonly Offer[]; readonly email: string }) {
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {offers.includes('sign-in') && (
        <TextLink to="/sign-in" search={(search) => search} state={{ email }}>
          {signInTexts.signIn}
        </TextLink>
      )}
      {offers.includes('reset-password') && (
        <TextLink to="/reset-password" state={{ email }}>
          {signInTexts.resetPassword}
        </TextLink>
      )}
    </span>
  )
}

/** The button that ends a form before sign-in; off, and counting, while the server wants a wait. */
export function GateSubmit({
  failure,
  isPending,
  children,
}: {
  readonly failure: GateFailure
  readonly isPending: boolean
  readonly children: ReactNode
}) {
  const isWaiting = failure.secondsLeft > 0
  return (
    <Button type="submit" variant="primary" size="large" isWide isPending={isPending} isDisabled={isWaiting}>
      {isWaiting ? signInTexts.nextTryIn(failure.secondsLeft) : children}
    </Button>
  )
}
