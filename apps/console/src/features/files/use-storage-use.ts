import { getUsage } from '@hearth/api'
import { useCallback, useEffect } from 'react'
import { callApi } from '../../api/call-api.ts'
import type { ProjectUsage } from '../../api/projects.ts'
import type { ProjectSession } from '../../firebase/project-session.ts'
import { useAsked } from '../../ui/use-asked.ts'
import { useFileNews } from './use-file-news.ts'

/**
 * How much the project's files hold, and how much they may. Asked again when files came or went and when `turn` changes; undefined until it is
 * known.
 */
export function useStorageUse(project: ProjectSession, turn: unknown): ProjectUsage | undefined {
  const ask = useCallback(async () => await callApi(getUsage, { project: project.id }, project), [project])
  const { asked, askAgain } = useAsked(ask)
  useFileNews(project.id, '', askAgain)
  useEffect(askAgain, [askAgain, turn])
  return asked.answer
}
