import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../../backend/errors/reaction.ts'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { signInSettingsTexts as texts, signInSettingsTexts } from '../../../../texts/en/sign-in-settings.ts'
import { FailureNotice } from '../../../../ui/failure-notice.tsx'
import { QueryContent } from '../../../../ui/query-content.tsx'
import type { IdentityConfig } from '../../queries/identity-config.ts'
import { useChangeIdentityConfig, useIdentityConfig } from '../../queries/settings-queries.ts'
import { MethodsCard } from './methods-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordPolicyCard } from './password-policy-card.tsx'
import { ProvidersCard } from './providers-card.tsx'
import { SmsRegionsCard } from './sms-regions-card.tsx'
import type { SaveConfig, ConfigCardProps } from './config-card-props.ts'
import { NameSet } from '../name-set.tsx'

/** How people sign in to the project's apps. */
export function SignInSettings() {
  const query = useIdentityConfig()
  return (
    <QueryContent query={query} failed={texts.failed}>
      {(config) => <KnownSettings config={config} />}
    </QueryContent>
  )
}

function KnownSettings({ config }: { readonly config: IdentityConfig }) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const [failing, setFailing] = useState<Reaction>()
  const { mutateAsync } = useChangeIdentityConfig()
  const mayChange = project.role === 'owner'
  const save: SaveConfig = async (updateMask, change) => {
    setFailing(undefined)
    return await recent.run(async () => void (await mutateAsync({ updateMask, change })))
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

/** Where links and sign-in windows of the project may lead. */
function DomainsCard({ config: { authorizedDomains }, save, mayChange }: ConfigCardProps) {
  return (
    <NameSet
      texts={signInSettingsTexts.domains}
      names={authorizedDomains ?? []}
      mayChange={mayChange}
      isName={isHostName}
      save={(domains) => save('authorizedDomains', { authorizedDomains: domains })}
    />
  )
}

function isHostName(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(text)
}
