import { Download } from 'lucide-react'
import { appsTexts as texts } from '../../../../texts/en/apps.ts'
import { Button } from '../../../../ui/button.tsx'
import { CodeBlock } from '../../../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx'
import { saveText } from '../../../../ui/save-text.ts'
import { Tabs } from '../../../../ui/tabs.tsx'
import { configsOf, type AppConfig } from '../../app-config.ts'
import type { ProjectApp } from '../../queries/apps.ts'

/** What to put into an app so that it finds this server, for each way that its platform has. */
export function AppConfigDialog({ app, onClose }: { readonly app: ProjectApp; readonly onClose: () => void }) {
  const tabs = configsOf(app, location.origin).map((config) => ({
    id: config.id,
    label: config.name,
    content: <Config config={config} />,
  }))
  return (
    <Dialog isOpen onClose={onClose} title={texts.configureTitle(app.name)} width="wide">
      <p className="mb-2 text-body text-ink-2">{texts.configureText[app.platform]}</p>
      <div className="overflow-hidden rounded border border-line">
        <Tabs label={texts.configureNamed(app.name)} tabs={tabs} />
      </div>
      <DialogActions>
        <Button onPress={onClose}>{texts.done}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Config({ config: { name, code, fileName } }: { readonly config: AppConfig }) {
  return (
    <div className="[&_pre]:max-h-80">
      <CodeBlock label={name} code={code} />
      {fileName !== undefined && (
        <div className="border-t border-line p-3">
          <Button icon={<Download />} onPress={() => saveText(fileName, 'application/octet-stream', code)}>
            {texts.downloadFile(fileName)}
          </Button>
        </div>
      )}
    </div>
  )
}
