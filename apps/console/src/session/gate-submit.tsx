import type { ReactNode } from 'react'
import { signInTexts } from '../texts/en/sign-in.ts'
import { Button } from '../ui/button.tsx'
import type { GateFailure } from './gate-form.tsx'

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
