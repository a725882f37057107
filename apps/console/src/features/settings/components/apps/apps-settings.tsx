import { useCallback } from 'react'
import { useProject } from '../../../../session/project-context.tsx'
import { useAsked } from '../../../../ui/use-asked.ts'
import { listApiKeys } from '../../queries/api-keys.ts'
import { listApps } from '../../queries/apps.ts'
import { ServiceKeysCard } from '../service-keys-card.tsx'
import { ApiKeysCard } from './api-keys-card.tsx'
import { AppsCard } from './apps-card.tsx'

/** What may ask the project: apps, the keys that name it, and the keys of programs. */
export function AppsSettings() {
  const project = useProject()
  const apps = useAsked(useCallback(() => listApps(project), [project]))
  const keys = useAsked(useCallback(() => listApiKeys(project), [project]))
  // Apps come and go with keys, and a replaced key is in the configuration of its app.
  const askBoth = () => {
    apps.askAgain()
    keys.askAgain()
  }
  return (
    <>
      <AppsCard asking={apps} onChanged={askBoth} />
      <ApiKeysCard asking={keys} apps={apps.asked.answer ?? []} onChanged={askBoth} />
      <ServiceKeysCard />
    </>
  )
}
