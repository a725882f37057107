import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { classNames } from '../../../ui/class-names.ts'
import { toast } from '../../../ui/toast.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { useSelection } from '../../../ui/use-selection.ts'
import { formatOrder, parseOrder } from '../file-order.ts'
import { joinPath, placeOf } from '../../../shared/files/file-path.ts'
import { nameOfFolder } from '../name-of-folder.ts'
import { useFileAtAddress, useFolder } from '../use-folder.ts'
import { useFileDrop } from '../use-file-drop.ts'
import { useUploadPlan, type PlanProblem, type UploadPlan } from '../use-upload-plan.ts'
import { SeeAsBar } from '../../../shared/see-as/see-as-bar.tsx'
import { useJudgedFiles } from '../use-judged-files.ts'
import { FileDetails } from './file-details.tsx'
import { JobsBeside } from '../../../shared/jobs/components/jobs-beside.tsx'
import { FolderHeader } from './folder-header.tsx'
import { FolderList } from './folder-list.tsx'
import { MoveFileDialog } from './move-file-dialog.tsx'
import { NameClashDialog } from './name-clash-dialog.tsx'
import { SelectedFiles } from './selected-files.tsx'
import { formatBytes, formatNumber } from '../../../texts/format.ts'
import { Meter } from '../../../ui/progress.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStorageUse } from '../use-file-news.ts'
import { X } from 'lucide-react'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { uploads } from '../../../shared/uploads/uploads.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FieldProblem } from '../../../ui/field.tsx'
import { deleteFile } from '../queries/delete-file.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'

/** One folder: what is in it, the way in for new files, and the details of the open one. */
export function FolderView({ folder, takesFocus }: { readonly folder: string; readonly takesFocus: boolean }) {
  const project = useProject()
  const navigate = useNavigate()
  const { file: open, sort, layout = 'list' } = useSearch({ from: '/opened/signed-in/projects/$project/files/$' })
  const order = parseOrder(sort)
  const listing = useFolder(folder)
  useFileAtAddress(project, folder, listing.pages !== undefined && listing.folders.length + listing.files.length === 0)
  const plan = useUploadPlan(project, folder)
  const drop = useFileDrop(project.mayWrite ? plan.choose : undefined)
  const [deleted, setDeleted] = useState<string>()
  const [moved, setMoved] = useState<string>()
  const selection = useSelection()
  const judged = useJudgedFiles(folder, listing)
  usePageTitle(open ?? (folder === '' ? filesTexts.title : placeOf(folder).name))

  const show = (file: string | undefined, orderText = sort) =>
    void navigate({
      to: '/projects/$project/files/$',
      params: { project: project.id, _splat: folder },
      search: { ...(file !== undefined && { file }), ...(orderText !== undefined && { sort: orderText }) },
      replace: file === open,
    })
  const showAs = (next: 'list' | 'grid') =>
    void navigate({
      to: '/projects/$project/files/$',
      params: { project: project.id, _splat: folder },
      search: (before) => ({ ...before, layout: next === 'grid' ? next : undefined }),
      replace: true,
    })
  const forget = (name: string, news: string) => {
    listing.note(joinPath(folder, name), undefined)
    if (name === open) show(undefined)
    toast(news)
  }
  /** To where a file went, with its details. */
  const follow = (name: string, to: string) => {
    listing.note(joinPath(folder, name), undefined)
    listing.reload()
    const place = placeOf(to)
    void navigate({
      to: '/projects/$project/files/$',
      params: { project: project.id, _splat: place.folder },
      search: { file: place.name, ...(sort !== undefined && { sort }) },
      // What the form of the move held is done.
      ignoreBlocker: true,
    })
    toast(filesTexts.moved(to))
  }

  return (
    <div {...drop.props} className="flex min-w-0 flex-1 flex-col">
      <FolderHeader folder={folder} listing={listing} plan={plan} layout={layout} onLayout={showAs} />
      <SeeAsBar rows={judged.rows} whole={{ area: 'files', thing: { path: `${folder}/` } }} />
      <StorageUse turn={listing.pages} />
      <UploadProblem plan={plan} />
      <JobsBeside unit="files" label={filesTexts.jobs} className="mx-4 mb-3 tablet:mx-5" />
      {selection.keys.size > 0 && <SelectedFiles folder={folder} selection={selection} />}
      <div
        className={classNames(
          'grid flex-1 content-start items-start gap-3 px-4 pt-1 pb-8 tablet:px-6',
          open !== undefined && 'tablet:grid-cols-[minmax(0,1fr)_20rem] desk:grid-cols-[minmax(0,1fr)_24rem]',
        )}
      >
        {/* Whoever opens a file by keyboard stays in its row, where the key that closes works too. */}
        <div
          className="contents"
          onKeyDown={(event) => {
            // Menus and dialogs of the list stand elsewhere in the page, and have the key for themselves.
            const isOfList = event.target instanceof Node && event.currentTarget.contains(event.target)
            if (event.key === 'Escape' && isOfList && !event.defaultPrevented && open !== undefined) show(undefined)
          }}
        >
          <FolderList
            folder={folder}
            listing={judged.listing}
            verdictOf={judged.verdictOf}
            order={order}
            onOrder={(chosen) => show(open, formatOrder(chosen))}
            layout={layout}
            open={open}
            takesFocus={takesFocus}
            selection={selection}
            dropLabel={drop.isOver ? filesTexts.dropHere(nameOfFolder(folder)) : undefined}
            fileActs={project.mayWrite ? { onDelete: setDeleted, onMove: setMoved } : undefined}
          />
        </div>
        {open !== undefined && (
          <FileDetails
            key={open}
            path={joinPath(folder, open)}
            version={listing.metadataOf(joinPath(folder, open))?.generation}
            onChanged={(metadata) => {
              const { isPublic } = listing.metadataOf(metadata.fullPath) ?? {}
              listing.note(metadata.fullPath, { ...metadata, isPublic })
            }}
            onPublic={(isPublic) => {
              const path = joinPath(folder, open)
              const metadata = listing.metadataOf(path)
              if (metadata !== undefined) listing.note(path, { ...metadata, isPublic })
            }}
            onGone={() => listing.note(joinPath(folder, open), undefined)}
            onClose={() => show(undefined)}
            onDelete={() => setDeleted(open)}
            onMove={() => setMoved(open)}
          />
        )}
      </div>
      {deleted !== undefined && (
        <DeleteFileDialog
          path={joinPath(folder, deleted)}
          onClose={() => setDeleted(undefined)}
          onDeleted={(wasThere) => {
            setDeleted(undefined)
            forget(deleted, wasThere ? filesTexts.deleted(deleted) : filesTexts.wasGone(deleted))
          }}
        />
      )}
      {moved !== undefined && (
        <MoveFileDialog
          path={joinPath(folder, moved)}
          onClose={() => setMoved(undefined)}
          onMoved={(to) => {
            setMoved(undefined)
            follow(moved, to)
          }}
          onGone={() => {
            setMoved(undefined)
            forget(moved, filesTexts.wasGone(moved))
          }}
        />
      )}
      {plan.clashes !== undefined && (
        <NameClashDialog clashes={plan.clashes} onSettle={plan.settle} onClose={plan.drop} />
      )}
    </div>
  )
}

/** Of the quota; from here on it is said what will happen. */
const warningShare = 0.9

/** What all files of the project hold against what they may, with a warning before it is full. Nothing where there is no limit. */
function StorageUse({ turn }: { readonly turn: unknown }) {
  const use = useStorageUse(turn)
  if (use === undefined || use.storageQuotaBytes === null) return null
  const { storedBytes, storageQuotaBytes } = use
  const words = filesTexts.usedOf(formatBytes(storedBytes), formatBytes(storageQuotaBytes))
  const share = storedBytes / Math.max(1, storageQuotaBytes)
  return (
    <div className="grid gap-2 px-4 pb-3 tablet:px-6">
      <div className="max-w-md">
        <Meter label={filesTexts.storage} value={storedBytes} max={storageQuotaBytes} valueText={words} />
      </div>
      {share >= warningShare && (
        <Notice tone="attention">{share >= 1 ? filesTexts.storageFull : filesTexts.storageNearlyFull}</Notice>
      )}
    </div>
  )
}

/** Why some of what was chosen, or all of it, was not uploaded. */
function UploadProblem({ plan }: { readonly plan: UploadPlan }) {
  return plan.problem === undefined ? null : (
    <div className="px-4 pb-3 tablet:px-6">
      <Notice
        tone="attention"
        isAnnounced
        action={
          <IconButton size="small" label={filesTexts.dismiss} onPress={plan.forgetProblem}>
            <X />
          </IconButton>
        }
      >
        {wordsOf(plan.problem)}
      </Notice>
    </div>
  )
}

const namesShown = 3

function wordsOf(problem: PlanProblem): string {
  switch (problem.kind) {
    case 'too-many':
      return filesTexts.tooMany(formatNumber(uploads.room))
    case 'unreadable':
      return filesTexts.couldNotRead
    case 'failed':
      return `${filesTexts.couldNotCheck} ${messageOf(problem.error)}`
    case 'bad-names': {
      const { paths } = problem
      return filesTexts.badNames(paths.slice(0, namesShown).join(', '), Math.max(0, paths.length - namesShown))
    }
  }
}

/** Asks once more, with the name of what goes. */
function DeleteFileDialog({
  path,
  onClose,
  onDeleted,
}: {
  readonly path: string
  readonly onClose: () => void
  /** `wasThere` is false when somebody else had deleted it. */
  readonly onDeleted: (wasThere: boolean) => void
}) {
  const project = useProject()
  const [isDeleting, setDeleting] = useState(false)
  const [error, setError] = useState<unknown>()
  const name = visibleDirections(placeOf(path).name)
  const remove = async () => {
    setDeleting(true)
    setError(undefined)
    try {
      onDeleted(await deleteFile(project, path))
    } catch (thrown) {
      setError(thrown)
      setDeleting(false)
    }
  }
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={onClose}
      title={filesTexts.deleteTitle(name)}
      isDismissable={!isDeleting}
    >
      <div className="grid gap-3">
        <p className="text-body text-ink-2">{filesTexts.deleteText}</p>
        {error !== undefined && (
          <FieldProblem>
            {filesTexts.couldNotDelete}: {messageOf(error)}
          </FieldProblem>
        )}
        <DialogActions>
          <Button onPress={onClose} isDisabled={isDeleting} autoFocus>
            {filesTexts.cancel}
          </Button>
          <Button variant="danger" onPress={() => void remove()} isPending={isDeleting}>
            {filesTexts.deleteButton}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
