import { Upload } from 'lucide-react'
import { decodePath } from '../../documents/data-path.ts'
import { areaHref } from '../../shared/areas.ts'
import { folderAtAddress } from '../../shared/files/folder-address.ts'
import { actHref } from '../../shared/palette/act-href.ts'
import type { PaletteEntries } from '../../shared/palette/registry.ts'
import { paletteTexts } from '../../texts/en/palette.ts'
import { filesSource } from './files-source.ts'

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
