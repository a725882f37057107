import { ServiceKeysCard } from '../service-keys-card.tsx'
import { ApiKeysCard } from './api-keys-card.tsx'
import { AppsCard } from './apps-card.tsx'
import { useApps } from './use-apps.ts'

/** What may ask the project: apps, the keys that name it, and the keys of programs. */
export function AppsSettings() {
  const apps = useApps()
  return (
    <>
      <AppsCard asking={apps} />
      <ApiKeysCard apps={apps} />
      <ServiceKeysCard />
    </>
  )
}
