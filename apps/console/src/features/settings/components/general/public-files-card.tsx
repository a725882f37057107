import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../../backend/errors/reaction.ts'
import { useChangeFileSettings, useFileSettings } from '../../../../shared/project-queries.ts'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { projectSettingsTexts } from '../../../../texts/en/project-settings.ts'
import { Card } from '../../../../ui/card.tsx'
import { FailureNotice } from '../../../../ui/failure-notice.tsx'
import { QueryContent } from '../../../../ui/query-content.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { toast } from '../../../../ui/toast.ts'

const publicFilesTexts = projectSettingsTexts.publicFiles

/** Whether single files may be public, which owners decide. */
export function PublicFilesCard() {
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
