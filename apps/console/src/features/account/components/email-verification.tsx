import { sendEmailVerification, type User } from 'firebase/auth'
import { useState } from 'react'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNotice, type Failing } from '../../../ui/failure-notice.tsx'

type Step = { readonly kind: 'idle' | 'sending' | 'sent' } | { readonly kind: 'failed'; readonly failing: Failing }

/** Sends the link that proves the address; the page takes it up when it gets the focus again. */
export function EmailVerification({ user, email }: { readonly user: User; readonly email: string }) {
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  const send = async () => {
    setStep({ kind: 'sending' })
    try {
      await sendEmailVerification(user)
      setStep({ kind: 'sent' })
    } catch (thrown) {
      setStep({ kind: 'failed', failing: reactionTo(thrown) })
    }
  }
  return (
    <>
      <span role="status" className="basis-full text-ink-2 empty:hidden">
        {step.kind === 'sent' ? accountTexts.verifySent(email) : ''}
      </span>
      {step.kind !== 'sent' && (
        <Button size="small" isPending={step.kind === 'sending'} onPress={() => void send()}>
          {accountTexts.verify}
        </Button>
      )}
      {step.kind === 'failed' && <FailureNotice failing={step.failing} />}
    </>
  )
}
