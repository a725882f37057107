import { lazy, Suspense } from 'react'
import type { SecondFactorStepProps } from './second-factor-step.tsx'

const Step = lazy(async () => ({ default: (await import('./second-factor-step.tsx')).SecondFactorStep }))

/** Few come to it, so the screens before it don't carry it. */
export function SecondFactorStep(props: SecondFactorStepProps) {
  return (
    <Suspense>
      <Step {...props} />
    </Suspense>
  )
}
