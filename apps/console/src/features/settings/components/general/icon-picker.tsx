import { PicturePicker, type PictureWords } from '../../../../shared/pictures/picture-picker.tsx'
import { useConsoleApp } from '../../../../session/console-app-context.tsx'
import { useProject } from '../../../../session/project-context.tsx'
import { useSignedIn } from '../../../../session/session-context.tsx'
import { projectSettingsTexts as texts } from '../../../../texts/en/project-settings.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { linkIcon, removeIcon, uploadIcon } from '../../queries/project-icon.ts'

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
export function IconPicker({ iconURL }: { readonly iconURL: string | undefined }) {
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
