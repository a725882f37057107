import { leaveProject, listMembers } from '@hearth/api'
import { roleIn } from '../../access/project-team.ts'
import { route } from './route.ts'

export const team = [
  route(listMembers, async ({ deps, params: { project } }) => {
    const known = await deps.projectDocuments.findTeam(project)
    const members = await Promise.all(
      (known?.memberIds ?? []).map(async (uid) => {
        const account = await deps.findAccount(uid)
        return {
          uid,
          role: roleIn(known, uid) ?? ('viewer' as const),
          isFounder: uid === known?.ownerId,
          email: account?.email ?? null,
          displayName: account?.displayName ?? null,
          photoUrl: account?.photoUrl ?? null,
          isDisabled: account?.disabled ?? false,
        }
      }),
    )
    return { members }
  }),

  route(leaveProject, async ({ deps, params: { project }, caller: { uid }, note }) => {
    await deps.leaveTeam(project, uid)
    await note({ target: uid })
    return {}
  }),
]
