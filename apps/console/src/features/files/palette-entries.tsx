import { Upload } from 'lucide-react'
import { decodePath } from '../../documents/data-path.ts'
import { areaHref } from '../../shared/areas.ts'
import { folderAtAddress } from '../../shared/files/file-path.ts'
import { actHref } from '../../shared/palette/act-href.ts'
import type { PaletteEntries } from '../../shared/palette/registry.ts'
import { paletteTexts } from '../../texts/en/palette.ts'
import * as z from 'zod/mini'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { type Finding, findingsMax, type Source } from '../../shared/palette/finding.ts'

export const paletteEntries: PaletteEntries = {
  acts: ({ id, mayWrite }, place) => {
    const folder = openFolderOf(id, place.pathname)
    return mayWrite
      ? [
          {
            id: 'act/upload',
            title: folder === '' ? paletteTexts.upload : paletteTexts.uploadTo(folder),
            icon: <Upload />,
            href: actHref(id, 'files', 'upload', place),
          },
        ]
      : []
  },
  source: filesSource,
}

/** The root's where another screen is open. */
function openFolderOf(project: string, pathname: string): string {
  const files = `${areaHref(project, 'files')}/`
  return pathname.startsWith(files) ? folderAtAddress(decodePath(pathname.slice(files.length))) : ''
}

/** So many names are looked through for the text anywhere in them; those of a larger bucket by their beginning. */
const namesMax = 1000

const answer = z.object({
  items: z.optional(z.array(z.object({ name: z.string() }))),
  prefixes: z.optional(z.array(z.string())),
})
type Listed = z.infer<typeof answer>

/** Files and folders of the project's bucket. */
function filesSource(project: ProjectSession): Source {
  const list = async (query: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Listed> =>
    await project.call({
      path: `/v0/b/${encodeURIComponent(project.identity.storageBucket)}/o?${new URLSearchParams(query)}`,
      answer,
      ...(signal !== undefined && { signal }),
    })

  let first: Promise<readonly string[]> | undefined
  /** The same for each text while the palette is open, so it is asked for once, whatever is typed on. */
  const firstNames = (): Promise<readonly string[]> => {
    first ??= list({ maxResults: String(namesMax) }).then(
      ({ items = [] }) => items.map(({ name }) => name),
      (thrown: unknown) => {
        first = undefined
        throw thrown
      },
    )
    return first
  }

  const finding = (kind: 'file' | 'folder', path: string): Finding => {
    const at = path.lastIndexOf('/')
    const folder = kind === 'folder' ? path : path.slice(0, Math.max(at, 0))
    const place = ['/projects', encodeURIComponent(project.id), 'files', ...segmentsOf(folder)].join('/')
    const search = kind === 'folder' ? '' : `?${new URLSearchParams({ file: path.slice(at + 1) })}`
    return { kind, title: path, href: place + search }
  }

  return {
    id: 'files',
    find: async (text, signal) => {
      const path = text.replace(/^gs:\/\/[^/]*\//, '').replace(/^\/+/, '')
      if (path === '') return []
      const [beginning, names] = await Promise.all([
        list({ prefix: path, delimiter: '/', maxResults: String(findingsMax) }, signal),
        firstNames(),
      ])
      const sought = path.toLowerCase()
      const files = new Set([
        ...(beginning.items ?? []).map(({ name }) => name),
        ...names.filter((name) => name.toLowerCase().includes(sought)),
      ])
      return [
        ...(beginning.prefixes ?? []).map((prefix) => finding('folder', prefix.replace(/\/$/, ''))),
        ...[...files].map((name) => finding('file', name)),
      ].slice(0, findingsMax)
    },
  }
}

function segmentsOf(path: string): string[] {
  return path === '' ? [] : path.split('/').map(encodeURIComponent)
}
