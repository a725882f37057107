import { useApiKeys, useApps } from '../../queries/settings-queries.ts'
import { ServiceKeysCard } from '../service-keys-card.tsx'
import { ApiKeysCard } from './api-keys-card.tsx'
import { AppsCard } from './apps-card.tsx'

/** What may ask the project: apps, the keys that name it, and the keys of programs. */
export function AppsSettings() {
  const apps = useApps()
  const keys = useApiKeys()
  // Apps come and go with keys, and a replaced key is in the configuration of its app.
  const readBoth = () => {
    void apps.refetch()
    void keys.refetch()
  }
  return (
    <>
      <AppsCard query={apps} onChanged={readBoth} />
      <ApiKeysCard query={keys} apps={apps.data ?? []} onChanged={readBoth} />
      <ServiceKeysCard />
    </>
  )
}
