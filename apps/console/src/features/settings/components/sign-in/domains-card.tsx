import { signInSettingsTexts } from '../../../../texts/en/sign-in-settings.ts'
import { NameSet } from '../name-set.tsx'
import type { ConfigCardProps } from './config-card-props.ts'

/** Where links and sign-in windows of the project may lead. */
export function DomainsCard({ config: { authorizedDomains }, save, mayChange }: ConfigCardProps) {
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
