import { UserPlus } from 'lucide-react'
import { actHref } from '../../shared/palette/act-href.ts'
import type { PaletteEntries } from '../../shared/palette/registry.ts'
import { paletteTexts } from '../../texts/en/palette.ts'
import * as z from 'zod/mini'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { labelOf, projectUser, accountsPath } from '../../shared/people/project-user.ts'
import { findingsMax, type Source } from '../../shared/palette/finding.ts'

export const paletteEntries: PaletteEntries = {
  acts: ({ id, mayWrite }, place) =>
    mayWrite
      ? [
          {
            id: 'act/user',
            title: paletteTexts.addUser,
            keywords: paletteTexts.newWords,
            icon: <UserPlus />,
            href: actHref(id, 'users', 'add', place),
          },
        ]
      : [],
  source: usersSource,
}

const answer = z.object({ userInfo: z.optional(z.array(projectUser)) })

/** Users by any part of their address, name, number or uid. */
function usersSource(project: ProjectSession): Source {
  return {
    id: 'users',
    find: async (text, signal) => {
      const { userInfo = [] } = await project.call({
        method: 'POST',
        path: accountsPath(project, ':query'),
        body: { search: text, limit: findingsMax, offset: 0, sortBy: 'LAST_LOGIN_AT', order: 'DESC' },
        answer,
        signal,
      })
      return userInfo.map((user) => {
        const title = labelOf(user)
        const detail = [user.email, user.localId].find((known) => known !== undefined && known !== title)
        return {
          kind: 'user',
          title,
          ...(detail !== undefined && { detail }),
          href: `/projects/${encodeURIComponent(project.id)}/users/${encodeURIComponent(user.localId)}`,
        }
      })
    },
  }
}
