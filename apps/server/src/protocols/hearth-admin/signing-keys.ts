import { listSigningKeys, rotateSigningKeys } from '@hearth/api'
import { timeJson, route } from './route.ts'

export const signingKeys = [
  route(listSigningKeys, async ({ deps, params: { project } }) => {
    const { kid: signing } = await deps.signingKeys.current(project)
    const keys = await deps.signingKeys.published(project)
    const now = deps.clock.nowMs()
    return {
      signingKeys: keys.map(({ kid, createdAt, activeFrom }) => ({
        id: kid,
        state: kid === signing ? ('signing' as const) : activeFrom > now ? ('next' as const) : ('retired' as const),
        createdAt: timeJson(createdAt),
        signsFrom: timeJson(activeFrom),
      })),
    }
  }),

  route(rotateSigningKeys, async ({ deps, params: { project }, body, note }) => {
    const { atOnce } = await body()
    const { kid, activeFrom } = await deps.signingKeys.rotate(project, { atOnce })
    await note({ target: kid, detail: { atOnce: String(atOnce) } })
    return { id: kid, signsFrom: timeJson(activeFrom) }
  }),
]
