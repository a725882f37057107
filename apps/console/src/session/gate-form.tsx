import { useState } from 'react'
import { reactionTo, type Offer, type Reaction } from '../errors/reaction.ts'
import { signInTexts } from '../texts/en/sign-in.ts'
import { DetailsFold } from '../ui/details-fold.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'
import type { Form } from '../ui/use-form.ts'
import { useCountdown } from './use-countdown.ts'

type GateReaction = Exclude<Reaction, { kind: 'quiet' }>

export interface GateFailure {
  /** Shows the answer to what was thrown, at its field or above the button. */
  readonly show: (thrown: unknown) => void
  readonly clear: () => void
  readonly reaction: GateReaction | undefined
  /** The button is off while this is above 0. */
  readonly secondsLeft: number
}

/** How a form with e-mail and password answers an error (product.md section 8). */
export function useGateFailure<Values extends Record<string, string>>(
  form: () => Form<Values>,
  email: string,
): GateFailure {
  const [reaction, setReaction] = useState<GateReaction>()
  const { secondsLeft, start } = useCountdown()
  return {
    reaction: reaction?.kind === 'wait' && secondsLeft === 0 ? undefined : reaction,
    secondsLeft,
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

/** What went wrong with the form as a whole. */
export function GateNotice({ failure, email }: { readonly failure: GateFailure; readonly email: string }) {
  const { reaction } = failure
  if (reaction === undefined) return null
  const isOwnFault = reaction.kind === 'at-form' || reaction.kind === 'wait'
  return (
    <Notice tone={isOwnFault || reaction.kind === 'signed-out' ? 'danger' : 'attention'} isAnnounced>
      <p>
        {reaction.message} {'offers' in reaction && <Offers offers={reaction.offers} email={email} />}
      </p>
      {!isOwnFault && (
        <div className="mt-1 [&_summary]:mx-0">
          <DetailsFold details={reaction.details} />
        </div>
      )}
    </Notice>
  )
}

/** Resetting a password needs mail, which this version doesn't send; the offer comes with it. */
function Offers({ offers, email }: { readonly offers: readonly Offer[]; readonly email: string }) {
  if (!offers.includes('sign-in')) return null
  return (
    <TextLink to="/sign-in" state={{ email }}>
      {signInTexts.signIn}
    </TextLink>
  )
}
