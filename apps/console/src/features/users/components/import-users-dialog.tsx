import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

/** How users come in: by the command, which goes on where it was interrupted and takes passwords along. */
export function ImportUsersDialog({ onClose }: { readonly onClose: () => void }) {
  const { id } = useProject()
  const isDev = useConsoleApp().settings.mode === 'dev'
  const command = `hearth accounts import users.json --project ${id} --url ${location.origin}${isDev ? '' : ' --key key.json'}`
  return (
    <Dialog isOpen onClose={onClose} title={usersTexts.importTitle} width="medium">
      <p className="mb-3 text-ink-2">{usersTexts.importText}</p>
      <div className="overflow-hidden rounded border border-line [&_pre]:break-all [&_pre]:whitespace-pre-wrap">
        <CodeBlock label={usersTexts.importCommand} code={command} isNarrow hasFocus />
      </div>
      <p className="mt-3 text-ink-2">
        {usersTexts.importPasswords}{' '}
        {!isDev && (
          <>
            {usersTexts.importKey}{' '}
            <TextLink to="/projects/$project/settings" params={{ project: id }} search={{ section: 'apps' }}>
              {usersTexts.importToKeys}
            </TextLink>
          </>
        )}
      </p>
      <DialogActions>
        <Button onPress={onClose}>{usersTexts.close}</Button>
      </DialogActions>
    </Dialog>
  )
}
