import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { placeOf } from '../../shared/files/file-path.ts'
import { findMetadata } from './queries/find-metadata.ts'

/**
 * A path that somebody typed or pasted may be a file's. Where it turned out to be no folder, the file's details open instead.
 * @param isEmpty that nothing is below the path
 */
export function useFileAtAddress(project: ProjectSession, path: string, isEmpty: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isEmpty || path === '') return
    let isCurrent = true
    void findMetadata(project, path).then(
      (metadata) => {
        if (!isCurrent || metadata === undefined) return
        const { folder, name } = placeOf(path)
        void navigate({
          to: '/projects/$project/files/$',
          params: { project: project.id, _splat: folder },
          search: { file: name },
          replace: true,
        })
      },
      () => {
        // The folder is shown as it is; whoever may not read the file hears so when opening it.
      },
    )
    return () => {
      isCurrent = false
    }
  }, [project, path, isEmpty, navigate])
}
