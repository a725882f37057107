import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { encodePath } from '../../documents/data-path.ts'
import type { ListedRequest } from './list-requests.ts'
import { useProject } from '../../session/project-context.tsx'
import { requestTarget } from './request-target.ts'
import { visibleDirections } from '../../texts/visible-directions.ts'

/** The way to the document, collection, file or folder that a request was about; its content alone where it has no one place. */
export function RequestPathLink({
  request,
  className,
  children,
}: {
  readonly request: Pick<ListedRequest, 'service' | 'operation' | 'path' | 'database'>
  readonly className: string
  readonly children: ReactNode
}) {
  const project = useProject()
  const target = requestTarget(request)
  if (target === undefined) return children
  const shown = visibleDirections(request.path)
  const shared = { className, title: shown, 'aria-label': shown }
  if (target.kind === 'file') {
    const { folder, name } = target
    return (
      <Link
        to="/projects/$project/files/$"
        params={{ project: project.id, _splat: folder }}
        search={name === undefined ? {} : { file: name }}
        {...shared}
      >
        {children}
      </Link>
    )
  }
  return (
    <Link
      to="/projects/$project/data/$"
      params={{ project: project.id, _splat: encodePath(target.path) }}
      search={target.database}
      {...shared}
    >
      {children}
    </Link>
  )
}
