import * as z from 'zod/mini'
import { keepJson, keptKey, readKeptJson } from '../../../browser/kept-storage.ts'
import { type Finding, findingKinds } from '../../../shared/palette/finding.ts'

const recentsMax = 8

const recents = z.array(
  z.object({
    kind: z.enum(findingKinds),
    title: z.string(),
    detail: z.optional(z.string()),
    href: z.string().check(z.startsWith('/projects/')),
  }),
)

/** What somebody opened by the palette in a project, the latest first; kept in this browser until they sign out. */
export function readRecents(uid: string, project: string): readonly Finding[] {
  return (
    readKeptJson(keyOf(uid, project), (json) => recents.safeParse(json).data as readonly Finding[] | undefined) ?? []
  )
}

export function addRecent(uid: string, project: string, finding: Finding): void {
  const { kind, title, detail, href } = finding
  const others = readRecents(uid, project).filter((one) => one.href !== href)
  const kept = [{ kind, title, ...(detail !== undefined && { detail }), href }, ...others].slice(0, recentsMax)
  keepJson(keyOf(uid, project), kept)
}

function keyOf(uid: string, project: string): string {
  return keptKey(`recents.${uid}.${project}`)
}
