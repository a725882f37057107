import { useProject } from '../../../session/project-context.tsx'
import { settingsTexts } from '../../../texts/en/settings.ts'
import { Card } from '../../../ui/card.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { ProjectNameCard } from './project-name-card.tsx'
import { ServiceKeysCard } from './service-keys-card.tsx'

/** What a project is called, and the keys of its programs. */
export function SettingsPage() {
  usePageTitle(settingsTexts.title)
  const project = useProject()
  return (
    <>
      <PageHeader title={settingsTexts.title} fact={settingsTexts.fact(project.id)} />
      <PageBody width="narrow">
        <ProjectNameCard />
        <ServiceKeysCard />
        <Card title={settingsTexts.notYet}>
          <p className="text-table text-ink-2">{settingsTexts.notYetText}</p>
        </Card>
      </PageBody>
    </>
  )
}
