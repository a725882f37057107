import { useProject } from '../../../../session/project-context.tsx'
import { useChangeFileSettings, useFileSettings } from '../../../../shared/project-queries.ts'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { QueryContent } from '../../../../ui/query-content.tsx'
import { NameSet } from '../name-set.tsx'
import { useState } from 'react'
import { useConsoleApp } from '../../../../session/console-app-context.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { useNavigate } from '@tanstack/react-router'
import { deleteProject } from '../../../../backend/api/projects.ts'
import { ownDeletions } from '../../../../session/own-deletions.ts'
import { useSession, useSignedIn } from '../../../../session/session-context.tsx'
import { toast } from '../../../../ui/toast.ts'
import { TypedConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { useMyProject } from '../../../../shared/console-data/my-projects.ts'
import { renameProject, linkIcon, removeIcon, uploadIcon } from '../../queries/project-document.ts'
import { dataOf } from '../../../../backend/live/live-state.ts'
import { settingsTexts } from '../../../../texts/en/settings.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { NameForm } from '../../../../ui/name-form.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { PicturePicker, type PictureWords } from '../../../../shared/pictures/picture-picker.tsx'
import { reactionTo, type Reaction } from '../../../../backend/errors/reaction.ts'
import { FailureNotice } from '../../../../ui/failure-notice.tsx'
import { Switch } from '../../../../ui/switch.tsx'

const projectSettingsTexts = settingsTexts.project

/** What a project is called and looks like, whether its files may be public, what its bucket is called, and its end. */
export function GeneralSettings() {
  const project = useProject()
  return (
    <>
      <GeneralCard />
      <PublicFilesCard />
      <BucketNamesCard />
      {project.role === 'owner' && <DeleteProjectCard />}
    </>
  )
}

const bucketTexts = projectSettingsTexts.bucketNames

/** What apps call the project's bucket, beside the names that follow from its id. */
function BucketNamesCard() {
  const project = useProject()
  const settings = useFileSettings()
  const { mutateAsync: change } = useChangeFileSettings()
  const recent = useRecentSignIn(project)
  return (
    <QueryContent query={settings} failed={bucketTexts.failed} rows={1}>
      {({ bucketNames }) => (
        <>
          <NameSet
            texts={bucketTexts}
            names={bucketNames}
            mayChange={project.role === 'owner'}
            isName={isBucketName}
            save={(names) => recent.run(async () => void (await change({ bucketNames: [...names] })))}
          />
          {recent.dialog}
        </>
      )}
    </QueryContent>
  )
}

/** The server looks closer. */
function isBucketName(text: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/.test(text)
}

/** The end of a project. */
function DeleteProjectCard() {
  const { id, identity } = useProject()
  const { settings } = useConsoleApp()
  const [isOpen, setOpen] = useState(false)
  const isConsole = identity.projectId === settings.app.projectId
  const canGo = settings.mode === 'start' && !isConsole
  return (
    <Card title={projectSettingsTexts.danger}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-table text-ink-2">
          {canGo
            ? projectSettingsTexts.deleteText
            : isConsole
              ? projectSettingsTexts.deleteOfConsole
              : projectSettingsTexts.deleteOfDev}
        </p>
        {canGo && (
          <Button variant="danger" onPress={() => setOpen(true)}>
            {projectSettingsTexts.deleteProject}
          </Button>
        )}
      </div>
      {isOpen && <DeleteProjectDialog project={id} onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** Says what goes, and asks for the project's id. By the console's own session, which outlives the project's. */
function DeleteProjectDialog({ project, onClose }: { readonly project: string; readonly onClose: () => void }) {
  const session = useSession()
  const navigate = useNavigate()
  const recent = useRecentSignIn()
  return (
    <>
      <TypedConfirmDialog
        title={projectSettingsTexts.deleteTitle(project)}
        confirm={projectSettingsTexts.deleteProject}
        wanted={project}
        label={projectSettingsTexts.deleteTyped(project)}
        wrong={projectSettingsTexts.deleteTypedWrong}
        onConfirm={async () => {
          const isDeleted = await deleteAsOwn(project, () =>
            recent.run(async () => deleteProject(project, await session.idToken()), {
              act: projectSettingsTexts.deleteProject,
            }),
          )
          if (!isDeleted) return
          toast(projectSettingsTexts.deleted(project))
          await navigate({ to: '/projects' })
        }}
        onClose={onClose}
      >
        <ul className="mb-3 grid list-disc gap-1 pl-5">
          {projectSettingsTexts.deleteItems.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{projectSettingsTexts.deleteGone}</p>
      </TypedConfirmDialog>
      {recent.dialog}
    </>
  )
}

/** The page hears that the project is gone before the answer is here. */
async function deleteAsOwn(project: string, work: () => Promise<boolean>): Promise<boolean> {
  ownDeletions.add(project)
  let isDone = false
  try {
    isDone = await work()
    return isDone
  } finally {
    if (!isDone) ownDeletions.delete(project)
  }
}

/** The project's name and icon, which its owners change. */
function GeneralCard() {
  const project = useProject()
  const { app } = useConsoleApp()
  const known = dataOf(useMyProject(project.id))
  return (
    <Card title={settingsTexts.general}>
      {known === undefined ? (
        <Skeleton rows={1} />
      ) : project.role === 'owner' ? (
        <div className="grid gap-6">
          <IconPicker iconURL={known.iconURL} />
          <NameForm
            label={settingsTexts.name}
            description={settingsTexts.nameHelp}
            name={known.name}
            autoComplete="off"
            save={settingsTexts.save}
            saved={settingsTexts.nameSaved}
            onSave={(changed) => renameProject(app, project.id, changed)}
          />
        </div>
      ) : (
        <div className="flex items-center gap-4">
          <Avatar name={project.id} imageUrl={known.iconURL} size="large" shape="square" />
          <div className="min-w-0">
            <p>{known.name}</p>
            <p className="text-table text-ink-2">{settingsTexts.ownersName}</p>
          </div>
        </div>
      )}
    </Card>
  )
}

const iconWords: PictureWords = {
  name: projectSettingsTexts.icon,
  help: projectSettingsTexts.iconHelp,
  choose: projectSettingsTexts.chooseIcon,
  change: projectSettingsTexts.changeIcon,
  remove: projectSettingsTexts.removeIcon,
  saved: projectSettingsTexts.iconSaved,
  removed: projectSettingsTexts.iconRemoved,
  uploading: projectSettingsTexts.uploading,
  cancel: projectSettingsTexts.cancel,
  empty: projectSettingsTexts.iconEmpty,
  noPicture: projectSettingsTexts.iconNoPicture,
  tooLarge: projectSettingsTexts.iconTooLarge,
}

/** The project's icon. */
function IconPicker({ iconURL }: { readonly iconURL: string | undefined }) {
  const { id } = useProject()
  const { app } = useConsoleApp()
  const uploadedBy = useSignedIn()?.account.uid ?? ''
  return (
    <PicturePicker
      words={iconWords}
      picture={<Avatar name={id} imageUrl={iconURL} size="large" shape="square" />}
      hasPicture={iconURL !== undefined && iconURL !== ''}
      upload={(file, type) => uploadIcon(app, id, { file, type, uploadedBy })}
      link={() => linkIcon(app, id)}
      remove={() => removeIcon(app, id)}
    />
  )
}

const publicFilesTexts = projectSettingsTexts.publicFiles

/** Whether single files may be public, which owners decide. */
function PublicFilesCard() {
  const project = useProject()
  const settings = useFileSettings()
  const { mutateAsync } = useChangeFileSettings()
  const [failing, setFailing] = useState<Reaction>()
  const recent = useRecentSignIn(project)
  const isOwner = project.role === 'owner'
  const change = async (publicFiles: boolean) => {
    setFailing(undefined)
    const act = async () => {
      await mutateAsync({ publicFiles })
      toast(publicFiles ? publicFilesTexts.turnedOn : publicFilesTexts.turnedOff)
    }
    // It lets strangers in: the server asks for a recent sign-in. Taking it back is for every owner at once.
    await (publicFiles ? recent.run(act) : act()).catch((thrown: unknown) => setFailing(reactionTo(thrown)))
  }
  return (
    <Card title={publicFilesTexts.title} description={publicFilesTexts.help}>
      <QueryContent query={settings} failed={publicFilesTexts.failed} rows={1}>
        {({ publicFiles }) => (
          <div className="grid gap-3">
            <Switch
              label={publicFilesTexts.allow}
              isOn={publicFiles}
              isDisabled={!isOwner}
              onChange={(isOn) => void change(isOn)}
            />
            {!isOwner && <p className="text-table text-ink-2">{publicFilesTexts.ownersOnly}</p>}
            <FailureNotice failing={failing} />
          </div>
        )}
      </QueryContent>
      {recent.dialog}
    </Card>
  )
}
