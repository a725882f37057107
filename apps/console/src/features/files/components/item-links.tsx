import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { joinPath } from '../file-path.ts'
import type { RowLink } from '../use-row-keys.ts'
import { visibleDirections } from '../../../ui/visible-directions.ts'

interface NameLinkProps {
  /** That it is in. */
  readonly folder: string
  readonly name: string
  readonly link: RowLink
  readonly className: string
  /** Before the name; says nothing that the name does not. */
  readonly icon?: ReactNode
}

export function FolderLink({ folder, name, link, className, icon }: NameLinkProps) {
  const project = useProject()
  return (
    <Link
      to="/projects/$project/files/$"
      params={{ project: project.id, _splat: joinPath(folder, name) }}
      {...link}
      className={className}
      title={visibleDirections(name)}
      aria-label={filesTexts.folderNamed(visibleDirections(name))}
    >
      {icon}
      <Name name={name} />
    </Link>
  )
}

/** Opens the details beside the list, whose order and view stay. */
export function FileLink({
  folder,
  name,
  link,
  className,
  icon,
  isOpen,
}: NameLinkProps & { readonly isOpen: boolean }) {
  const project = useProject()
  return (
    <Link
      to="/projects/$project/files/$"
      params={{ project: project.id, _splat: folder }}
      search={(before) => ({ ...before, file: name })}
      {...link}
      {...(isOpen && { 'aria-current': 'true' as const })}
      className={className}
      title={visibleDirections(name)}
      aria-label={visibleDirections(name)}
    >
      {icon}
      <Name name={name} />
    </Link>
  )
}

/** Cut in the middle it is two texts, so whatever holds it says the whole name. */
function Name({ name }: { readonly name: string }) {
  return (
    <bdi className="flex min-w-0">
      <MiddleTruncated text={name} tail={8} />
    </bdi>
  )
}
