import { signInSettingsTexts as texts } from '../../../../texts/en/sign-in-settings.ts'
import { Card } from '../../../../ui/card.tsx'
import { FailureNotice } from '../../../../ui/failure-notice.tsx'
import { SaveButton } from '../../../../ui/save-button.tsx'
import { Select } from '../../../../ui/select.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import type { SmsRegionConfig } from '../../queries/identity-config.ts'
import type { ConfigCardProps } from './config-card-props.ts'
import { formatLocale } from '../../../../texts/language.ts'
import { spokenLanguage } from '../../../../texts/in-language.ts'

type Policy = 'all-but' | 'only'

const policies = [
  { id: 'all-but', label: texts.regionsAllBut },
  { id: 'only', label: texts.regionsOnly },
] as const

/** Which regions text messages go to. */
export function SmsRegionsCard({ config: { smsRegionConfig }, save, mayChange }: ConfigCardProps) {
  const before = policyOf(smsRegionConfig)
  const form: Form<{ policy: string; regions: string }> = useForm({
    initial: { policy: before.policy, regions: before.regions.join(', ') },
    tidy: (name, text) => (name === 'regions' ? codesOf(text).join(', ') : text),
    validators: {
      regions: (text) => {
        const unknown = codesOf(text).find((code) => findRegionName(code) === undefined)
        return unknown === undefined ? undefined : texts.regionUnknown(unknown)
      },
    },
    submit: async ({ policy, regions }) => {
      const change: SmsRegionConfig =
        policy === 'only'
          ? { allowlistOnly: { allowedRegions: codesOf(regions) } }
          : { allowByDefault: { disallowedRegions: codesOf(regions) } }
      if (await save('smsRegionConfig', { smsRegionConfig: change })) toast(texts.saved)
    },
  })
  const codes = codesOf(form.values.regions)
  return (
    <Card title={texts.regions} description={texts.regionsText}>
      <form {...form.formProps} className="grid gap-4">
        <div className="grid items-start gap-4 tablet:grid-cols-2">
          <Select
            label={texts.regionsPolicy}
            value={form.values.policy as Policy}
            options={policies}
            onChange={(id) => form.setValue('policy', id)}
            isDisabled={!mayChange}
          />
          <TextField
            {...form.field('regions')}
            label={texts.regionCodes}
            description={namesOf(codes) || texts.regionCodesHelp}
            autoComplete="off"
            isMonospaced
            isReadOnly={!mayChange}
          />
        </div>
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

function policyOf({ allowlistOnly, allowByDefault }: SmsRegionConfig): {
  readonly policy: Policy
  readonly regions: readonly string[]
} {
  if (allowlistOnly !== undefined) return { policy: 'only', regions: allowlistOnly.allowedRegions }
  return { policy: 'all-but', regions: allowByDefault?.disallowedRegions ?? [] }
}

/** `DE, at` as `['DE', 'AT']`. */
function codesOf(text: string): string[] {
  const codes = text.toUpperCase().split(/[\s,;]+/)
  return [...new Set(codes.filter((code) => code !== ''))]
}

/** What the codes mean, as far as they are some. */
function namesOf(codes: readonly string[]): string {
  return codes
    .map(findRegionName)
    .filter((name) => name !== undefined)
    .join(', ')
}

const regionNames = new Intl.DisplayNames(formatLocale(spokenLanguage()), { type: 'region', fallback: 'none' })

/** `Germany` of `DE`, in the language of the page; undefined for letters that no region has. */
function findRegionName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? regionNames.of(code) : undefined
}
