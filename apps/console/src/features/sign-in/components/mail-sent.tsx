import { useEffect, useState } from 'react'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { useCountdown } from '../../../session/use-countdown.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** Mails take a moment; asking at once again makes the first link void before it arrived. */
const pauseSeconds = 30

export interface MailSentProps {
  readonly text: string
  readonly onSend: () => Promise<void>
  /** Another address. */
  readonly onChange: () => void
}

/** A mail is on its way: another one after a pause, or to another address. */
export function MailSent({ text, onSend, onChange }: MailSentProps) {
  const { secondsLeft, start } = useCountdown()
  const [isSending, setSending] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  useEffect(() => start(pauseSeconds), [start])
  const send = async () => {
    setSending(true)
    setFailing(undefined)
    try {
      await onSend()
      start(pauseSeconds)
    } catch (thrown) {
      const reaction = reactionTo(thrown)
      if (reaction.kind === 'wait') start(reaction.seconds)
      setFailing(reaction)
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="grid gap-3">
      <Notice tone="good" isAnnounced>
        {text}
      </Notice>
      <FailureNotice failing={failing} />
      <Button size="large" isWide isPending={isSending} isDisabled={secondsLeft > 0} onPress={() => void send()}>
        {secondsLeft > 0 ? signInTexts.sendAgainIn(secondsLeft) : signInTexts.sendAgain}
      </Button>
      <Button variant="quiet" size="large" isWide onPress={onChange}>
        {signInTexts.otherAddress}
      </Button>
    </div>
  )
}
