import { useState } from 'react'
import { removeSampleData } from '../../../backend/api/projects.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'

/** Says that what is here is made up, and takes it away in one click. */
export function SampleDataNotice({ onRemoved }: { readonly onRemoved: () => void }) {
  const project = useProject()
  const [isRemoving, setRemoving] = useState(false)
  const [message, setMessage] = useState('')

  const remove = async () => {
    setRemoving(true)
    setMessage('')
    try {
      toast(overviewTexts.sampleRemoved(await removeSampleData(project.id, await project.idToken())))
      onRemoved()
    } catch (thrown) {
      setMessage(`${overviewTexts.sampleFailed} ${messageOf(thrown)}`)
    } finally {
      setRemoving(false)
    }
  }

  return (
    <Notice
      tone={message === '' ? 'information' : 'danger'}
      isAnnounced={message !== ''}
      action={
        project.mayWrite && (
          <Button size="small" isPending={isRemoving} onPress={() => void remove()}>
            {overviewTexts.sampleRemove}
          </Button>
        )
      }
    >
      <p>{message === '' ? overviewTexts.sampleTitle : message}</p>
    </Notice>
  )
}
