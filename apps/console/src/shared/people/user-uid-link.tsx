import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useProject } from '../../session/project-context.tsx'

/** One of the project's users, by uid or by what they are known by, which leads to their page. */
export function UserUidLink({
  uid,
  name,
  children,
}: {
  readonly uid: string
  /** What the children show instead of the uid. */
  readonly name?: string | undefined
  readonly children: ReactNode
}) {
  const project = useProject()
  return (
    <Link
      to="/projects/$project/users/$uid"
      params={{ project: project.id, uid }}
      title={uid}
      aria-label={name === undefined ? uid : `${name}, ${uid}`}
      className="inline-flex min-h-6 max-w-full min-w-0 items-center rounded-small font-mono text-code underline decoration-line-control underline-offset-2 hover:decoration-ink-1"
    >
      {children}
    </Link>
  )
}
