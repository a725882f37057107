import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../../errors/reaction.ts'
import { signInSettingsTexts as texts } from '../../../../texts/en/sign-in-settings.ts'
import { Card } from '../../../../ui/card.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { FailureNotice } from '../../../../ui/failure-notice.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import type { IdentityConfig } from '../../queries/identity-config.ts'
import type { ConfigCardProps } from './sign-in-settings.tsx'
import { SaveButton } from '../../../../ui/save-button.tsx'

interface Rules {
  readonly containsLowercaseCharacter: boolean
  readonly containsUppercaseCharacter: boolean
  readonly containsNumericCharacter: boolean
  readonly containsNonAlphanumericCharacter: boolean
  readonly isEnforced: boolean
  readonly asksAtSignIn: boolean
}

const choices: readonly (readonly [name: keyof Rules, label: string])[] = [
  ['containsLowercaseCharacter', texts.lowercase],
  ['containsUppercaseCharacter', texts.uppercase],
  ['containsNumericCharacter', texts.numeric],
  ['containsNonAlphanumericCharacter', texts.symbol],
  ['isEnforced', texts.enforce],
  ['asksAtSignIn', texts.upgrade],
]

/** What new passwords need. */
export function PasswordPolicyCard({ config, save, mayChange }: ConfigCardProps) {
  const before = rulesOf(config)
  const [rules, setRules] = useState(before)
  const [failing, setFailing] = useState<Reaction>()
  const { minPasswordLength, maxPasswordLength } = strengthOf(config)
  const form: Form<{ min: string; max: string }> = useForm({
    initial: { min: String(minPasswordLength), max: String(maxPasswordLength) },
    validators: {
      min: (min) => (isWithin(min, 6, 30) ? undefined : texts.minLengthInvalid),
      max: (max, { min }) => (isWithin(max, Number(min), 4096) ? undefined : texts.maxLengthInvalid),
    },
    submit: async ({ min, max }) => {
      setFailing(undefined)
      const { isEnforced, asksAtSignIn, ...contains } = rules
      try {
        const isSaved = await save('passwordPolicyConfig', {
          passwordPolicyConfig: {
            passwordPolicyEnforcementState: isEnforced ? 'ENFORCE' : 'OFF',
            forceUpgradeOnSignin: asksAtSignIn,
            passwordPolicyVersions: [
              {
                customStrengthOptions: {
                  ...contains,
                  minPasswordLength: Number(min),
                  maxPasswordLength: Number(max),
                },
              },
            ],
          },
        })
        if (isSaved) toast(texts.saved)
      } catch (thrown) {
        setFailing(reactionTo(thrown))
      }
    },
  })
  const isChanged =
    form.values.min !== String(minPasswordLength) ||
    form.values.max !== String(maxPasswordLength) ||
    choices.some(([name]) => rules[name] !== before[name])
  return (
    <Card title={texts.policy} description={texts.policyText}>
      <form {...form.formProps} className="grid gap-4">
        <div className="grid max-w-sm grid-cols-2 gap-4">
          <TextField {...form.field('min')} label={texts.minLength} inputMode="numeric" isReadOnly={!mayChange} />
          <TextField {...form.field('max')} label={texts.maxLength} inputMode="numeric" isReadOnly={!mayChange} />
        </div>
        <div className="grid justify-items-start gap-1.5">
          {choices.map(([name, label]) => (
            <Checkbox
              key={name}
              isSelected={rules[name]}
              isDisabled={!mayChange}
              onChange={(isSelected) => setRules({ ...rules, [name]: isSelected })}
            >
              {label}
            </Checkbox>
          ))}
          <p className="text-table text-ink-2">{texts.enforceHelp}</p>
        </div>
        <FailureNotice failing={failing} />
        {mayChange && (
          <div>
            <SaveButton isChanged={isChanged} isPending={form.isSubmitting}>
              {texts.save}
            </SaveButton>
          </div>
        )}
      </form>
    </Card>
  )
}

function strengthOf({ passwordPolicyConfig }: IdentityConfig) {
  const [version] = passwordPolicyConfig.passwordPolicyVersions
  return version?.customStrengthOptions ?? { minPasswordLength: 6, maxPasswordLength: 4096 }
}

function rulesOf(config: IdentityConfig): Rules {
  const strength: Partial<Record<string, boolean | number | undefined>> = strengthOf(config)
  const { passwordPolicyEnforcementState, forceUpgradeOnSignin } = config.passwordPolicyConfig
  return {
    containsLowercaseCharacter: strength['containsLowercaseCharacter'] === true,
    containsUppercaseCharacter: strength['containsUppercaseCharacter'] === true,
    containsNumericCharacter: strength['containsNumericCharacter'] === true,
    containsNonAlphanumericCharacter: strength['containsNonAlphanumericCharacter'] === true,
    isEnforced: passwordPolicyEnforcementState === 'ENFORCE',
    asksAtSignIn: forceUpgradeOnSignin === true,
  }
}

function isWithin(text: string, least: number, most: number): boolean {
  return /^\d{1,5}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
}
