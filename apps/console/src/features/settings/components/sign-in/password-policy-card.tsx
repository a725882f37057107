import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../../errors/reaction.ts'
import { signInSettingsTexts as texts } from '../../../../texts/en/sign-in-settings.ts'
import { Card } from '../../../../ui/card.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { FailureNotice } from '../../../../ui/failure-notice.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import type { IdentityConfig, PasswordStrength } from '../../queries/identity-config.ts'
import type { ConfigCardProps } from './sign-in-settings.tsx'
import { SaveButton } from '../../../../ui/save-button.tsx'

interface Fields extends Record<string, string> {
  min: string
  max: string
  /** These are `on` or `off`. */
  containsLowercaseCharacter: string
  containsUppercaseCharacter: string
  containsNumericCharacter: string
  containsNonAlphanumericCharacter: string
  isEnforced: string
  asksAtSignIn: string
}

const choices: readonly (readonly [name: keyof Fields & string, label: string])[] = [
  ['containsLowercaseCharacter', texts.lowercase],
  ['containsUppercaseCharacter', texts.uppercase],
  ['containsNumericCharacter', texts.numeric],
  ['containsNonAlphanumericCharacter', texts.symbol],
  ['isEnforced', texts.enforce],
  ['asksAtSignIn', texts.upgrade],
]

/** What new passwords need. */
export function PasswordPolicyCard({ config, save, mayChange }: ConfigCardProps) {
  const [failing, setFailing] = useState<Reaction>()
  const form: Form<Fields> = useForm({
    initial: fieldsOf(config),
    validators: {
      min: (min) => (isWithin(min, 6, 30) ? undefined : texts.minLengthInvalid),
      max: (max, { min }) => (isWithin(max, Number(min), 4096) ? undefined : texts.maxLengthInvalid),
    },
    submit: async ({ min, max, isEnforced, asksAtSignIn, ...contains }) => {
      setFailing(undefined)
      try {
        const isSaved = await save('passwordPolicyConfig', {
          passwordPolicyConfig: {
            passwordPolicyEnforcementState: isEnforced === 'on' ? 'ENFORCE' : 'OFF',
            forceUpgradeOnSignin: asksAtSignIn === 'on',
            passwordPolicyVersions: [
              {
                customStrengthOptions: {
                  containsLowercaseCharacter: contains.containsLowercaseCharacter === 'on',
                  containsUppercaseCharacter: contains.containsUppercaseCharacter === 'on',
                  containsNumericCharacter: contains.containsNumericCharacter === 'on',
                  containsNonAlphanumericCharacter: contains.containsNonAlphanumericCharacter === 'on',
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
              isSelected={form.values[name] === 'on'}
              isDisabled={!mayChange}
              onChange={(isOn) => form.setValue(name, isOn ? 'on' : 'off')}
            >
              {label}
            </Checkbox>
          ))}
          <p className="text-table text-ink-2">{texts.enforceHelp}</p>
        </div>
        {form.values.isEnforced !== 'on' && isAskingForMore(form.values) && (
          <Notice tone="attention" isAnnounced>
            {texts.notEnforced}
          </Notice>
        )}
        <FailureNotice failing={failing} />
        {mayChange && (
          <div>
            <SaveButton isChanged={form.isChanged} isPending={form.isSubmitting}>
              {texts.save}
            </SaveButton>
          </div>
        )}
      </form>
    </Card>
  )
}

function isAskingForMore(fields: Fields): boolean {
  const contains = Object.entries(fields).some(([name, value]) => name.startsWith('contains') && value === 'on')
  return contains || Number(fields.min) > 6 || Number(fields.max) < 4096
}

function strengthOf({ passwordPolicyConfig }: IdentityConfig) {
  const [version] = passwordPolicyConfig.passwordPolicyVersions
  return version?.customStrengthOptions ?? { minPasswordLength: 6, maxPasswordLength: 4096 }
}

function fieldsOf(config: IdentityConfig): Fields {
  const { minPasswordLength, maxPasswordLength, ...contains }: Partial<PasswordStrength> = strengthOf(config)
  const { passwordPolicyEnforcementState, forceUpgradeOnSignin } = config.passwordPolicyConfig
  const state = (isOn: boolean | undefined) => (isOn === true ? 'on' : 'off')
  return {
    min: String(minPasswordLength),
    max: String(maxPasswordLength),
    containsLowercaseCharacter: state(contains.containsLowercaseCharacter),
    containsUppercaseCharacter: state(contains.containsUppercaseCharacter),
    containsNumericCharacter: state(contains.containsNumericCharacter),
    containsNonAlphanumericCharacter: state(contains.containsNonAlphanumericCharacter),
    isEnforced: state(passwordPolicyEnforcementState === 'ENFORCE'),
    asksAtSignIn: state(forceUpgradeOnSignin),
  }
}

function isWithin(text: string, least: number, most: number): boolean {
  return /^\d{1,5}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
}
