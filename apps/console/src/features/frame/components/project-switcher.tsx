import { LayoutGrid } from 'lucide-react'
import { useChoosableProjects, useMyProject, useProjectName } from '../../../shared/console-data/my-projects.ts'
import { dataOf } from '../../../backend/live/live-state.ts'
import { frameTexts } from '../../../texts/en/frame.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { MenuButton, MenuItem, MenuSection, MenuSeparator } from '../../../ui/menu.tsx'
import { ProjectSwitcherButton } from './project-switcher-button.tsx'

/** The list of all has a search. */
const shownMax = 50

/** The project one is in, and the way to the others. */
export function ProjectSwitcher({ project, isFull }: { readonly project: string; readonly isFull: boolean }) {
  const live = useChoosableProjects()
  const projects = dataOf(live)
  const name = useProjectName(project)
  const current = dataOf(useMyProject(project))
  return (
    <MenuButton
      label={frameTexts.yourProjects}
      placement="bottom start"
      trigger={<ProjectSwitcherButton project={project} name={name} isFull={isFull} iconURL={current?.iconURL} />}
    >
      {projects !== undefined && projects.length > 0 && (
        <MenuSection title={frameTexts.yourProjects}>
          {projects.slice(0, shownMax).map(({ id, name, iconURL }) => (
            <MenuItem
              key={id}
              id={id}
              href={`/projects/${encodeURIComponent(id)}`}
              icon={<Avatar name={id} imageUrl={iconURL} size="small" shape="square" />}
              isChosen={id === project}
              {...(name !== id && { description: id })}
            >
              {name}
            </MenuItem>
          ))}
        </MenuSection>
      )}
      {(live.status === 'denied' || live.status === 'failed') && (
        <MenuItem id="failed">{frameTexts.projectsNotKnown}</MenuItem>
      )}
      <MenuSeparator />
      <MenuItem id="all" href="/projects" icon={<LayoutGrid />}>
        {frameTexts.allProjects}
      </MenuItem>
    </MenuButton>
  )
}
