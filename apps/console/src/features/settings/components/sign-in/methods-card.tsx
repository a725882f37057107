import { useState } from 'react'
import { useConsoleApp } from '../../../../session/console-app-context.tsx'
import { signInSettingsTexts as texts } from '../../../../texts/en/sign-in-settings.ts'
import { Card } from '../../../../ui/card.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { toast } from '../../../../ui/toast.ts'
import type { IdentityConfig } from '../../queries/identity-config.ts'
import type { ConfigCardProps } from './config-card-props.ts'
import { SwitchOffDialog } from './switch-off-dialog.tsx'

interface Method {
  readonly id: string
  readonly label: string
  readonly help: string
  readonly isOn: (config: IdentityConfig) => boolean
  readonly mask: string
  readonly change: (isOn: boolean) => object
  /** People sign in by it, and are asked about before it goes; `provider` finds them. */
  readonly people?: { readonly provider?: string }
}

const methods: readonly Method[] = [
  {
    id: 'sign-up',
    label: texts.signUp,
    help: texts.signUpHelp,
    isOn: ({ client }) => client.permissions.disabledUserSignup !== true,
    mask: 'client.permissions.disabledUserSignup',
    change: (isOn) => ({ client: { permissions: { disabledUserSignup: !isOn } } }),
  },
  {
    id: 'password',
    label: texts.password,
    help: texts.passwordHelp,
    isOn: ({ signIn }) => signIn.email.enabled === true,
    mask: 'signIn.email.enabled',
    change: (isOn) => ({ signIn: { email: { enabled: isOn } } }),
    people: { provider: 'password' },
  },
  {
    id: 'email-link',
    label: texts.emailLink,
    help: texts.emailLinkHelp,
    isOn: ({ signIn }) => signIn.email.passwordRequired !== true,
    mask: 'signIn.email.passwordRequired',
    change: (isOn) => ({ signIn: { email: { passwordRequired: !isOn } } }),
    people: {},
  },
  {
    id: 'anonymous',
    label: texts.anonymous,
    help: texts.anonymousHelp,
    isOn: ({ signIn }) => signIn.anonymous.enabled === true,
    mask: 'signIn.anonymous.enabled',
    change: (isOn) => ({ signIn: { anonymous: { enabled: isOn } } }),
    people: { provider: 'anonymous' },
  },
  {
    id: 'phone',
    label: texts.phone,
    help: texts.phoneHelp,
    isOn: ({ signIn }) => signIn.phoneNumber.enabled === true,
    mask: 'signIn.phoneNumber.enabled',
    change: (isOn) => ({ signIn: { phoneNumber: { enabled: isOn } } }),
    people: { provider: 'phone' },
  },
  {
    id: 'totp',
    label: texts.totp,
    help: texts.totpHelp,
    isOn: ({ mfa }) => mfa.providerConfigs.some(({ state }) => state === 'ENABLED'),
    mask: 'mfa.providerConfigs',
    change: (isOn) => ({
      mfa: { providerConfigs: [{ state: isOn ? 'ENABLED' : 'DISABLED', totpProviderConfig: {} }] },
    }),
  },
  {
    id: 'privacy',
    label: texts.privacy,
    help: texts.privacyHelp,
    isOn: ({ emailPrivacyConfig }) => emailPrivacyConfig.enableImprovedEmailPrivacy === true,
    mask: 'emailPrivacyConfig.enableImprovedEmailPrivacy',
    change: (isOn) => ({ emailPrivacyConfig: { enableImprovedEmailPrivacy: isOn } }),
  },
]

export interface MethodsCardProps extends ConfigCardProps {
  readonly onFailure: (thrown: unknown) => void
}

/** Each way in, on or off; a switch holds at once, after a question where people may lose their way in. */
export function MethodsCard({ config, save, mayChange, onFailure }: MethodsCardProps) {
  const { settings } = useConsoleApp()
  const [changing, setChanging] = useState<string>()
  const [leaving, setLeaving] = useState<Method>()
  /** Answers `false` when the person gives up being asked who it is. */
  const write = async (method: Method, isOn: boolean) => {
    const isSaved = await save(method.mask, method.change(isOn))
    if (isSaved) toast(isOn ? texts.on(method.label) : texts.off(method.label))
    return isSaved
  }
  const turn = async (method: Method, isOn: boolean) => {
    if (!isOn && method.people !== undefined) {
      setLeaving(method)
      return
    }
    setChanging(method.id)
    try {
      await write(method, isOn)
    } catch (thrown) {
      onFailure(thrown)
    } finally {
      setChanging(undefined)
    }
  }
  return (
    <Card title={texts.methods} description={texts.methodsText}>
      <ul className="grid gap-4">
        {methods.map((method) => (
          <li key={method.id}>
            <Switch
              label={method.label}
              isOn={method.isOn(config)}
              isDisabled={!mayChange || changing !== undefined}
              onChange={(isOn) => void turn(method, isOn)}
            />
            <p className="mt-0.5 pl-11.5 text-table text-ink-2">
              {method.id === 'email-link' && !settings.mailEnabled ? texts.emailLinkNeedsMail : method.help}
            </p>
          </li>
        ))}
      </ul>
      {leaving !== undefined && (
        <SwitchOffDialog
          label={leaving.label}
          provider={leaving.people?.provider}
          onConfirm={() => write(leaving, false)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Card>
  )
}
