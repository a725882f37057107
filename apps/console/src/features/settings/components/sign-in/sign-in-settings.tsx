import { useCallback, useState } from 'react'
import { reactionTo, type Reaction } from '../../../../errors/reaction.ts'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { signInSettingsTexts as texts } from '../../../../texts/en/sign-in-settings.ts'
import { AskedList } from '../../../../ui/asked-list.tsx'
import { FailureNotice } from '../../../../ui/failure-notice.tsx'
import { useAsked } from '../../../../ui/use-asked.ts'
import { changeIdentityConfig, getIdentityConfig, type IdentityConfig } from '../../queries/identity-config.ts'
import { DomainsCard } from './domains-card.tsx'
import { MethodsCard } from './methods-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordPolicyCard } from './password-policy-card.tsx'
import { ProvidersCard } from './providers-card.tsx'
import { SmsRegionsCard } from './sms-regions-card.tsx'
import type { SaveConfig } from './config-card-props.ts'

/** How people sign in to the project's apps. */
export function SignInSettings() {
  const project = useProject()
  const { asked, askAgain, replace } = useAsked(useCallback(() => getIdentityConfig(project), [project]))
  return (
    <AskedList asked={asked} askAgain={askAgain} failed={texts.failed}>
      {(config) => <KnownSettings config={config} onChanged={replace} />}
    </AskedList>
  )
}

function KnownSettings({
  config,
  onChanged,
}: {
  readonly config: IdentityConfig
  readonly onChanged: (config: IdentityConfig) => void
}) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const [failing, setFailing] = useState<Reaction>()
  const mayChange = project.role === 'owner'
  const save: SaveConfig = async (updateMask, change) => {
    setFailing(undefined)
    return await recent.run(async () => onChanged(await changeIdentityConfig(project, updateMask, change)))
  }
  const props = { config, save, mayChange }
  return (
    <>
      {!mayChange && <p className="text-table text-ink-2">{texts.ownersOnly}</p>}
      <FailureNotice failing={failing} />
      <MethodsCard {...props} onFailure={(thrown) => setFailing(reactionTo(thrown))} />
      <ProvidersCard mayChange={mayChange} />
      <PasskeysCard mayChange={mayChange} />
      <PasswordPolicyCard {...props} />
      <SmsRegionsCard {...props} />
      <DomainsCard {...props} />
      {recent.dialog}
    </>
  )
}
