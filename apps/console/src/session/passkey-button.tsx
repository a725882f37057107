import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { reactionTo, type Reaction } from '../backend/errors/reaction.ts'
import { signInTexts } from '../texts/en/sign-in.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'

export interface PasskeyButtonProps {
  readonly label: string
  /** Signs in; what it throws is said below the button. */
  readonly onPress: () => Promise<void>
  /** This browser signed in by one the last time. */
  readonly isLastUsed?: boolean
}

/** Asks the browser for a passkey. */
export function PasskeyButton({ label, onPress, isLastUsed = false }: PasskeyButtonProps) {
  const [isWaiting, setWaiting] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  const press = async () => {
    setFailing(undefined)
    setWaiting(true)
    try {
      await onPress()
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    } finally {
      setWaiting(false)
    }
  }
  return (
    <>
      <Button size="large" isWide icon={<KeyRound />} isPending={isWaiting} onPress={() => void press()}>
        {isWaiting ? signInTexts.waitingForPasskey : label}
        {isLastUsed && !isWaiting && <Badge>{signInTexts.lastUsed}</Badge>}
      </Button>
      <FailureNotice failing={failing} />
    </>
  )
}
