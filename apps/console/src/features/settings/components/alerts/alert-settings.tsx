import { useProject } from '../../../../session/project-context.tsx'
import { AlertSettingsCards } from '../../../../shared/alerts/alert-settings-cards.tsx'
import { IncidentsCard } from '../../../../shared/alerts/incidents-card.tsx'
import { alertsTexts as texts } from '../../../../texts/en/alerts.ts'
import { DeniedState } from '../../../../ui/denied-state.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'

/** What is wrong with the project, which everybody in the team sees, and who is told, which owners choose. */
export function AlertSettings() {
  const project = useProject()
  if (project.id === 'console') {
    return (
      <p className="text-table text-ink-2">
        {texts.ofConsole} <TextLink to="/server">{texts.toServer}</TextLink>
      </p>
    )
  }
  return (
    <>
      <IncidentsCard scope={project} />
      {project.role === 'owner' ? (
        <AlertSettingsCards scope={project} />
      ) : (
        <DeniedState>{texts.ownersOnly}</DeniedState>
      )}
    </>
  )
}
