import { useCallback, useEffect } from 'react'
import type { ProjectUsage } from '../../backend/api/projects.ts'
import { useProject } from '../../session/project-context.tsx'
import { useStorageUsage } from './queries/files-queries.ts'
import { useFileNews } from './use-file-news.ts'

/**
 * How much the project's files hold, and how much they may. Asked again when files came or went and when `turn` changes; undefined until it is
 * known.
 */
export function useStorageUse(turn: unknown): ProjectUsage | undefined {
  const project = useProject()
  const { data, refetch } = useStorageUsage()
  const readAgain = useCallback((): void => void refetch(), [refetch])
  useFileNews(project.id, '', readAgain)
  useEffect(readAgain, [readAgain, turn])
  return data
}
