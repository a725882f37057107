import { ShieldCheck } from 'lucide-react'
import { actHref } from '../../shared/palette/act-href.ts'
import type { PaletteEntries } from '../../shared/palette/registry.ts'
import { paletteTexts } from '../../texts/en/palette.ts'
import { defaultDatabase } from '../../backend/default-database.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { listAllVersions } from '../../shared/rules/published-rules.ts'
import { rulesAreas } from '../../shared/rules/rules-area.ts'
import { rulesTexts } from '../../texts/en/rules.ts'
import { formatDateTime } from '../../texts/format.ts'
import { type Finding, findingsMax, type Source } from '../../shared/palette/finding.ts'

export const paletteEntries: PaletteEntries = {
  acts: ({ id, role }, place) =>
    role === 'owner'
      ? [
          {
            id: 'act/publish',
            title: paletteTexts.publish,
            icon: <ShieldCheck />,
            href: actHref(id, 'rules', 'publish', place),
          },
        ]
      : [],
  source: rulesSource,
}

interface Version extends Finding {
  readonly createdAt: number
  readonly words: string
}

/** The latest versions of the rules, by what was noted when they were published, their id and their day. */
function rulesSource(project: ProjectSession): Source {
  let versions: Promise<readonly Version[]> | undefined
  /** The same for each text while the palette is open, so it is asked for once, whatever is typed on. */
  const listed = (): Promise<readonly Version[]> => {
    versions ??= list(project).catch((thrown: unknown) => {
      versions = undefined
      throw thrown
    })
    return versions
  }
  return {
    id: 'rules',
    find: async (text) => {
      const sought = text.toLowerCase()
      return (await listed()).filter(({ words }) => words.toLowerCase().includes(sought)).slice(0, findingsMax)
    },
  }
}

async function list(project: ProjectSession): Promise<readonly Version[]> {
  const lists = await Promise.all(
    rulesAreas.map(async (area) => {
      const { versions } = await listAllVersions(project, area, undefined)
      return versions.map(({ name, note, createdAt, databases }): Version => {
        const version = name.slice(name.lastIndexOf('/') + 1)
        const at = formatDateTime(createdAt)
        const [database = defaultDatabase] = area === 'files' ? [] : (databases ?? [])
        const isNamed = database !== defaultDatabase
        const search = new URLSearchParams({
          ...(area === 'files' && { area }),
          ...(isNamed && { database }),
          version,
        })
        return {
          kind: 'rules',
          title: note === '' ? `${rulesTexts.noNote}, ${at}` : note,
          detail: [rulesTexts[area], ...(isNamed ? [database] : []), at].join(', '),
          href: `/projects/${encodeURIComponent(project.id)}/rules?${search}`,
          createdAt,
          words: `${note} ${version} ${at}`,
        }
      })
    }),
  )
  return lists.flat().toSorted((one, other) => other.createdAt - one.createdAt)
}
