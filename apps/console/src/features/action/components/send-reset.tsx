import { sendPasswordResetEmail, type Auth } from 'firebase/auth'
import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { actionTexts } from '../../../texts/en/action.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'

export interface SendResetProps {
  readonly auth: Auth
  readonly email: string
  /** Where the app wants to go on afterwards. */
  readonly target: URL | undefined
}

/** For whoever has no password any more: a mail to choose one, by one press. */
export function SendReset({ auth, email, target }: SendResetProps) {
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open')
  const [failing, setFailing] = useState<Reaction>()
  const send = async () => {
    setState('sending')
    setFailing(undefined)
    try {
      await sendPasswordResetEmail(auth, email, ...(target === undefined ? [] : [{ url: target.href }]))
      setState('sent')
    } catch (thrown) {
      setFailing(reactionTo(thrown))
      setState('open')
    }
  }
  if (state === 'sent')
    return (
      <Notice tone="good" isAnnounced>
        {actionTexts.resetSent(email)}
      </Notice>
    )
  return (
    <>
      <Button variant="primary" size="large" isWide isPending={state === 'sending'} onPress={() => void send()}>
        {actionTexts.sendReset}
      </Button>
      <FailureNotice failing={failing} />
    </>
  )
}
