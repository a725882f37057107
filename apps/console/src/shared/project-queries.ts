import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type BackupList, listBackups } from '../backend/api/backups.ts'
import { changeFileSettings, type FileSettings, getFileSettings, listProjectApps } from '../backend/api/projects.ts'
import { listMembers } from '../backend/api/members.ts'
import { whileWatched } from '../browser/while-watched.ts'
import { useProject } from '../session/project-context.tsx'

const underWayMs = 1_000
/** One that was made before a restore is verified by itself, soon after it. */
const unverifiedMs = 5_000
const quietMs = 60_000

/** The apps of the project, by name. */
export function useProjectApps() {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'apps', 'names'],
    queryFn: async () => await listProjectApps(project),
  })
}

/**
 * Who belongs to the project, by name.
 *
 * @param team another text when the team is another
 */
export function useMembers(team = '') {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'members', team],
    queryFn: async () => await listMembers(project),
  })
}

/** The backups of the project; asked for again each second while something is under way, and at least each minute. For owners alone. */
export function useBackups(isOwner = true) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'backups'],
    queryFn: async () => await listBackups(project),
    ...whileWatched(quietMs),
    refetchInterval: ({ state }) => pauseAfter(state.data),
    enabled: isOwner,
  })
}

function pauseAfter(list: BackupList | undefined): number {
  if (list?.job?.finishedAt === null) return underWayMs
  return list?.backups.some(({ verifiedAt }) => verifiedAt === null) === true ? unverifiedMs : quietMs
}

/** What holds for the files of the project. */
export function useFileSettings() {
  const project = useProject()
  return useQuery({ queryKey: fileSettingsKey(project.id), queryFn: async () => await getFileSettings(project) })
}

export function useChangeFileSettings() {
  const project = useProject()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: Partial<FileSettings>) => await changeFileSettings(project, change),
    onSuccess: (settings) => client.setQueryData(fileSettingsKey(project.id), settings),
  })
}

function fileSettingsKey(project: string) {
  return [project, 'files', 'settings']
}
