import { useCallback, useMemo } from 'react'
import { joinPath } from '../../shared/files/file-path.ts'
import type { SeenRows } from '../../shared/see-as/see-as-bar.tsx'
import { useSeeAs } from '../../shared/see-as/use-see-as.ts'
import { useVerdicts } from '../../shared/see-as/use-verdicts.ts'
import type { RowVerdict } from '../../shared/see-as/verdicts.ts'
import type { Folder } from './use-folder.ts'

/** What rules let the person do with what a folder holds, as far as it is loaded; folders can only be read. */
export function useJudgedFiles(
  folder: string,
  listing: Folder,
): {
  /** For the bar; undefined while one sees as oneself. */
  readonly rows: SeenRows | undefined
  readonly verdictOf: (path: string) => RowVerdict | undefined
  /** Without what is denied, where nothing else is to be shown. */
  readonly listing: Folder
} {
  const { seen } = useSeeAs()
  const isReading = seen?.act === 'read'
  const { folders, files } = listing
  const wanted = useMemo(
    () => [
      ...(isReading ? folders.map((name) => ({ path: `${joinPath(folder, name)}/`, state: true })) : []),
      ...files.map(({ path, metadata }) => ({ path, state: metadata.updated })),
    ],
    [isReading, folder, folders, files],
  )
  const { byPath, ...state } = useVerdicts('files', seen, wanted)
  const verdictOf = useCallback((path: string) => byPath.get(path), [byPath])
  const isGranted = (path: string): boolean => byPath.get(path)?.isAllowed === true
  return {
    rows: seen && { ...state, verdicts: wanted.flatMap(({ path }) => byPath.get(path) ?? []) },
    verdictOf,
    listing:
      seen?.isOnly === true
        ? {
            ...listing,
            folders: folders.filter((name) => !isReading || isGranted(`${joinPath(folder, name)}/`)),
            files: files.filter(({ path }) => isGranted(path)),
          }
        : listing,
  }
}
