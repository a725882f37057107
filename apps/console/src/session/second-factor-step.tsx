import type { MultiFactorResolver } from 'firebase/auth'
import { signInTexts } from '../texts/en/sign-in.ts'
import { GatePage } from '../ui/gate-page.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import type { Entering } from './use-entering.ts'

export interface SecondFactorStepProps {
  readonly entering: Entering
  readonly resolver: MultiFactorResolver
}

/** The screen between the first factor and the console. */
export function SecondFactorStep({ entering, resolver }: SecondFactorStepProps) {
  return (
    <GatePage title={signInTexts.codeTitle} subtitle={signInTexts.codeSubtitle}>
      <SecondFactorForm resolver={resolver} onDone={entering.finish} onStartOver={entering.startOver} />
    </GatePage>
  )
}
