import { useMyProject } from '../../../../shared/console-data/my-projects.ts'
import { renameProject, linkIcon, removeIcon, uploadIcon } from '../../queries/project-document.ts'
import { dataOf } from '../../../../backend/live/live-state.ts'
import { useConsoleApp } from '../../../../session/console-app-context.tsx'
import { useProject } from '../../../../session/project-context.tsx'
import { settingsTexts } from '../../../../texts/en/settings.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Card } from '../../../../ui/card.tsx'
import { NameForm } from '../../../../ui/name-form.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { PicturePicker, type PictureWords } from '../../../../shared/pictures/picture-picker.tsx'
import { useSignedIn } from '../../../../session/session-context.tsx'
import { projectSettingsTexts as texts } from '../../../../texts/en/project-settings.ts'

/** The project's name and icon, which its owners change. */
export function GeneralCard() {
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

const words: PictureWords = {
  name: texts.icon,
  help: texts.iconHelp,
  choose: texts.chooseIcon,
  change: texts.changeIcon,
  remove: texts.removeIcon,
  saved: texts.iconSaved,
  removed: texts.iconRemoved,
  uploading: texts.uploading,
  cancel: texts.cancel,
  empty: texts.iconEmpty,
  noPicture: texts.iconNoPicture,
  tooLarge: texts.iconTooLarge,
}

/** The project's icon. */
function IconPicker({ iconURL }: { readonly iconURL: string | undefined }) {
  const { id } = useProject()
  const { app } = useConsoleApp()
  const uploadedBy = useSignedIn()?.account.uid ?? ''
  return (
    <PicturePicker
      words={words}
      picture={<Avatar name={id} imageUrl={iconURL} size="large" shape="square" />}
      hasPicture={iconURL !== undefined && iconURL !== ''}
      upload={(file, type) => uploadIcon(app, id, { file, type, uploadedBy })}
      link={() => linkIcon(app, id)}
      remove={() => removeIcon(app, id)}
    />
  )
}
