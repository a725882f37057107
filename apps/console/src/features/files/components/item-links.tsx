import { Globe } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { joinPath } from '../../../shared/files/file-path.ts'
import type { RowLink } from '../use-row-keys.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'

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
  isPublic = false,
}: NameLinkProps & { readonly isOpen: boolean; readonly isPublic?: boolean | undefined }) {
  const project = useProject()
  return (
    <Link
      to="/projects/$project/files/$"
      params={{ project: project.id, _splat: folder }}
      search={(before) => ({ ...before, file: name })}
      {...link}
      {...(isOpen && { 'aria-current': 'true' as const })}
      className={className}
      title={isPublic ? filesTexts.publicFile(visibleDirections(name)) : visibleDirections(name)}
      aria-label={isPublic ? filesTexts.publicFile(visibleDirections(name)) : visibleDirections(name)}
    >
      {icon}
      <Name name={name} />
      {isPublic && <Globe className="size-3.5 shrink-0 text-amber" aria-hidden="true" />}
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
