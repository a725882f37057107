import { Link, useNavigate } from '@tanstack/react-router'
import { CornerLeftUp, FolderPlus, FolderUp, LayoutGrid, List, RotateCw, Upload } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { formatBytes } from '../../../texts/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { useButtonOfAct } from '../../../ui/use-act-in-address.ts'
import { chosenFiles } from '../chosen-files.ts'
import { SeeAsButton } from '../../../shared/see-as/see-as-button.tsx'
import { placeOf, joinPath, problemOfPath } from '../../../shared/files/file-path.ts'
import { nameOfFolder } from '../name-of-folder.ts'
import type { Folder } from '../use-folder.ts'
import type { UploadPlan } from '../use-upload-plan.ts'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'

/** The folder's name, what is in it, and the ways to bring something in. */
export function FolderHeader({
  folder,
  listing,
  plan,
  layout,
  onLayout,
}: {
  readonly folder: string
  readonly listing: Folder
  readonly plan: UploadPlan
  readonly layout: 'list' | 'grid'
  readonly onLayout: (layout: 'list' | 'grid') => void
}) {
  const project = useProject()
  const [isNaming, setNaming] = useState(false)
  const uploadButton = useButtonOfAct('upload', { isReady: project.mayWrite && !plan.isChecking, press: true })
  const { folder: parent, name } = placeOf(folder)
  const choose = (files: FileList | null) => {
    if (files !== null && files.length > 0) plan.choose(Promise.resolve(chosenFiles(files)))
  }
  return (
    <>
      <PageHeader
        title={folder === '' ? filesTexts.title : <bdi>{visibleDirections(name)}</bdi>}
        fact={
          <span className="flex flex-wrap gap-x-3">
            <span>{factOf(listing)}</span>
            {!project.mayWrite && <span>{filesTexts.viewerOnly}</span>}
          </span>
        }
        actions={
          <>
            <SeeAsButton />
            {folder !== '' && (
              <Link
                to="/projects/$project/files/$"
                params={{ project: project.id, _splat: parent }}
                aria-label={filesTexts.up(nameOfFolder(parent))}
                className={buttonClasses('quiet')}
              >
                <CornerLeftUp aria-hidden="true" />
                {filesTexts.upShort}
              </Link>
            )}
            <IconButton
              label={layout === 'grid' ? filesTexts.asList : filesTexts.asGrid}
              onPress={() => onLayout(layout === 'grid' ? 'list' : 'grid')}
            >
              {layout === 'grid' ? <List /> : <LayoutGrid />}
            </IconButton>
            <IconButton label={filesTexts.reload} onPress={listing.reload} isPending={listing.isAsking}>
              <RotateCw />
            </IconButton>
            <Button icon={<FolderPlus />} isDisabled={!project.mayWrite} onPress={() => setNaming(true)}>
              {filesTexts.newFolder}
            </Button>
            <FileTrigger acceptDirectory onSelect={choose}>
              <Button icon={<FolderUp />} isDisabled={!project.mayWrite}>
                {filesTexts.uploadFolder}
              </Button>
            </FileTrigger>
            <FileTrigger allowsMultiple onSelect={choose}>
              <Button
                ref={uploadButton}
                variant="primary"
                icon={<Upload />}
                isDisabled={!project.mayWrite}
                isPending={plan.isChecking}
                {...(plan.isChecking && { 'aria-label': filesTexts.checking })}
              >
                {filesTexts.upload}
              </Button>
            </FileTrigger>
          </>
        }
      />
      {isNaming && <NewFolderDialog parent={folder} onClose={() => setNaming(false)} />}
    </>
  )
}

function factOf({ pages, folders, files, hasMore }: Folder): string {
  if (pages === undefined) return ''
  if (folders.length + files.length === 0) return filesTexts.factOfNone
  if (hasMore) return filesTexts.factOfFirst(folders.length + files.length)
  const bytes = files.reduce((sum, { metadata }) => sum + metadata.size, 0)
  return filesTexts.fact(folders.length, files.length, formatBytes(bytes))
}

/** Goes to a folder that has nothing in it yet; it comes about with its first file. */
function NewFolderDialog({ parent, onClose }: { readonly parent: string; readonly onClose: () => void }) {
  const project = useProject()
  const navigate = useNavigate()
  const form = useForm({
    initial: { name: '' },
    validators: {
      name: (name) => {
        const problem = problemOfPath(joinPath(parent, name.trim()))
        return problem === undefined ? undefined : filesTexts.nameProblems[problem]
      },
    },
    async submit({ name }) {
      onClose()
      await navigate({
        to: '/projects/$project/files/$',
        params: { project: project.id, _splat: joinPath(parent, name.trim()) },
        // The name that was typed is where this leads.
        ignoreBlocker: true,
      })
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={filesTexts.newFolder}>
      <form {...form.formProps} className="grid gap-3">
        <TextField
          {...form.field('name')}
          label={filesTexts.folderName}
          description={filesTexts.folderHelp}
          isMonospaced
          autoFocus
        />
        <DialogActions>
          <Button onPress={onClose}>{filesTexts.cancel}</Button>
          <Button type="submit" variant="primary">
            {filesTexts.goThere}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
