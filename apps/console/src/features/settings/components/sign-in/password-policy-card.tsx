import { signInSettingsTexts as texts } from '../../../../texts/en/sign-in-settings.ts'
import { Card } from '../../../../ui/card.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { FailureNotice } from '../../../../ui/failure-notice.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import type { IdentityConfig, PasswordStrength } from '../../queries/identity-config.ts'
import type { ConfigCardProps } from './config-card-props.ts'
import { SaveButton } from '../../../../ui/save-button.tsx'

interface Fields extends Record<string, string> {
  min: string
  max: string
  /** These are `on` or `off`. */
  containsLowercaseCharacter: string
  containsUppercaseCharacter: string
  containsNumericCharacter: string
  containsNonAlphanumericCharacter: string
  /** Or `as-asked`, where nobody has decided: more than the least is asked for to be had. */
  isEnforced: string
  asksAtSignIn: string
}

type Rules = Omit<Fields, 'isEnforced' | 'asksAtSignIn'>

const choices: readonly (readonly [name: keyof Fields & string, label: string])[] = [
  ['containsLowercaseCharacter', texts.lowercase],
  ['containsUppercaseCharacter', texts.uppercase],
  ['containsNumericCharacter', texts.numeric],
  ['containsNonAlphanumericCharacter', texts.symbol],
]

/** What new passwords need. */
export function PasswordPolicyCard({ config, save, mayChange }: ConfigCardProps) {
  const form: Form<Fields> = useForm({
    initial: fieldsOf(config),
    validators: {
      min: (min) => (isWithin(min, 6, 30) ? undefined : texts.minLengthInvalid),
      max: (max, { min }) => (isWithin(max, Number(min), 4096) ? undefined : texts.maxLengthInvalid),
    },
    submit: async ({ min, max, isEnforced, asksAtSignIn, ...contains }) => {
      const isSaved = await save('passwordPolicyConfig', {
        passwordPolicyConfig: {
          passwordPolicyEnforcementState: holds({ ...contains, min, max, isEnforced }) ? 'ENFORCE' : 'OFF',
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
    },
  })
  const isEnforced = holds(form.values)
  const ticking = (name: keyof Fields & string) => ({
    isSelected: form.values[name] === 'on',
    isDisabled: !mayChange,
    onChange: (isOn: boolean) => form.setValue(name, isOn ? 'on' : 'off'),
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
            <Checkbox key={name} {...ticking(name)}>
              {label}
            </Checkbox>
          ))}
        </div>
        <div className="grid justify-items-start gap-1.5">
          <Checkbox {...ticking('isEnforced')} isSelected={isEnforced}>
            {texts.enforce}
          </Checkbox>
          <p className="pl-6 text-table text-ink-2">{texts.enforceHelp}</p>
          <Checkbox {...ticking('asksAtSignIn')} isDisabled={!mayChange || !isEnforced}>
            {texts.upgrade}
          </Checkbox>
        </div>
        {!isEnforced && isAskingForMore(form.values) && (
          <Notice tone="attention" isAnnounced>
            {texts.notEnforced}
          </Notice>
        )}
        <FailureNotice failing={form.failing} />
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

/** What doesn't meet the rules is refused. */
function holds(fields: Rules & Pick<Fields, 'isEnforced'>): boolean {
  return fields.isEnforced === 'on' || (fields.isEnforced === 'as-asked' && isAskingForMore(fields))
}

function isAskingForMore(fields: Rules): boolean {
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
  const rules = {
    min: String(minPasswordLength),
    max: String(maxPasswordLength),
    containsLowercaseCharacter: state(contains.containsLowercaseCharacter),
    containsUppercaseCharacter: state(contains.containsUppercaseCharacter),
    containsNumericCharacter: state(contains.containsNumericCharacter),
    containsNonAlphanumericCharacter: state(contains.containsNonAlphanumericCharacter),
  }
  const isEnforced = passwordPolicyEnforcementState === 'ENFORCE'
  return {
    ...rules,
    isEnforced: isEnforced || isAskingForMore(rules) ? state(isEnforced) : 'as-asked',
    asksAtSignIn: state(forceUpgradeOnSignin),
  }
}

function isWithin(text: string, least: number, most: number): boolean {
  return /^\d{1,5}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
}
