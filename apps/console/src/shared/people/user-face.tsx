import { Avatar, type AvatarProps } from '../../ui/avatar.tsx'
import { labelOf, type ProjectUser } from './project-user.ts'
import * as api from '@hearth/api'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../backend/api/call-api.ts'
import { useProject } from '../../session/project-context.tsx'

/** One of the project's users: the picture, or the first letters of the name. */
export function UserFace({ user, size }: { readonly user: ProjectUser } & Pick<AvatarProps, 'size'>) {
  const project = useProject()
  const { localId: uid, photoUrl = '' } = user
  const ask = async () => await callApi(api.getUserPhoto, { project: project.id, uid }, project)
  const imageUrl = usePhoto(['users', uid], photoUrl, ask)
  return <Avatar name={labelOf(user)} imageUrl={imageUrl} {...(size !== undefined && { size })} />
}

/** Somebody who belongs to the project. */
export function MemberFace({
  member: { uid, photoUrl },
  name,
}: {
  readonly member: Pick<api.Member, 'uid' | 'photoUrl'>
  readonly name: string
}) {
  const project = useProject()
  const ask = async () => await callApi(api.getMemberPhoto, { project: project.id, member: uid }, project)
  return <Avatar name={name} imageUrl={usePhoto(['members', uid], photoUrl ?? '', ask)} />
}

/** Pictures change seldom, and each is asked of somebody else's server. */
const freshMs = 60 * 60_000
/** At once: over plain http a browser has six connections for everything, and the host of a picture may be slow. */
const underWayMax = 3

/**
 * An address that the browser may load a picture from; undefined where there is none, and until it is known. Pictures elsewhere come by the server:
 * the page loads none from other hosts.
 */
function usePhoto(
  key: readonly string[],
  photoUrl: string,
  ask: () => Promise<{ readonly photo: string | null }>,
): string | undefined {
  const project = useProject()
  const isOwn = URL.canParse(photoUrl) && new URL(photoUrl).origin === location.origin
  const { data } = useQuery({
    queryKey: [project.id, ...key, 'photo', photoUrl],
    queryFn: async ({ signal }) => await inTurn(signal, async () => (await ask()).photo),
    enabled: photoUrl !== '' && !isOwn,
    staleTime: freshMs,
    // The letters are there; another look asks again.
    retry: false,
  })
  return isOwn ? photoUrl : (data ?? undefined)
}

let underWay = 0
const waiting: (() => void)[] = []

async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (underWay >= underWayMax) await new Promise<void>((begin) => waiting.push(begin))
  else underWay += 1
  try {
    // Nobody looks any more.
    signal.throwIfAborted()
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) underWay -= 1
    else next()
  }
}
