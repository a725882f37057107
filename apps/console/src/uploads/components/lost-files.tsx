import { Link } from '@tanstack/react-router'
import { FileX, FolderOpen, X } from 'lucide-react'
import { uploadsTexts } from '../../texts/en/uploads.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { visibleDirections } from '../../ui/visible-directions.ts'
import type { LostList } from '../use-lost-uploads.ts'

/** How many files didn't arrive, also those whose names were not kept. */
export function countOf({ lost }: LostList): number {
  return lost.reduce((sum, { count }) => sum + count, 0)
}

/** The files that an earlier page didn't get through, each with the way to choose it again. */
export function LostFiles({ list, hasTitle }: { readonly list: LostList; readonly hasTitle: boolean }) {
  const count = countOf(list)
  if (count === 0) return null
  const named = list.lost.reduce((sum, { paths }) => sum + paths.length, 0)
  return (
    <section aria-label={uploadsTexts.lost(count)} className="border-b border-line">
      <div role="status" className="px-4 py-2 text-table text-ink-2">
        {hasTitle && <p className="font-medium text-ink-1">{uploadsTexts.lost(count)}</p>}
        <p className="text-pretty">{uploadsTexts.lostText}</p>
      </div>
      <ul>
        {list.lost.flatMap((one) =>
          one.paths.map((path) => (
            <LostFile
              key={`${one.key}/${path}`}
              project={one.project}
              path={path}
              onForget={() => list.forget(one, path)}
            />
          )),
        )}
      </ul>
      {count > named && <p className="px-4 py-2 text-table text-ink-2">{uploadsTexts.lostMore(count - named)}</p>}
    </section>
  )
}

function LostFile({
  project,
  path,
  onForget,
}: {
  readonly project: string
  readonly path: string
  readonly onForget: () => void
}) {
  const at = path.lastIndexOf('/')
  const shown = visibleDirections(path)
  return (
    <li className="flex items-start gap-2.5 border-t border-line py-2 pr-2 pl-4">
      <FileX className="mt-1 size-4 shrink-0 text-amber" aria-hidden="true" />
      <div className="min-w-0 flex-1 text-table">
        <bdi className="block truncate font-medium" title={shown}>
          {visibleDirections(path.slice(at + 1))}
        </bdi>
        <Link
          to="/projects/$project/files/$"
          params={{ project, _splat: at < 0 ? '' : path.slice(0, at) }}
          search={{ do: 'upload' }}
          aria-label={uploadsTexts.chooseAgainOf(shown)}
          className="inline-flex min-h-6 items-center gap-1 rounded-small underline decoration-line-control underline-offset-2 hover:decoration-ink-1 touch:min-h-10"
        >
          <FolderOpen className="size-3.5" aria-hidden="true" />
          {uploadsTexts.chooseAgain}
        </Link>
      </div>
      <IconButton size="small" label={uploadsTexts.dismiss(shown)} onPress={onForget}>
        <X />
      </IconButton>
    </li>
  )
}
