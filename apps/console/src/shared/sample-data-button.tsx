import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { addSampleData, removeSampleData } from '../backend/api/projects.ts'
import { messageOf } from '../backend/errors/reaction.ts'
import { useProject } from '../session/project-context.tsx'
import { sampleDataTexts as texts } from '../texts/en/sample-data.ts'
import { Button } from '../ui/button.tsx'
import { toast, toastProblem } from '../ui/toast.ts'

/** Puts a small shop into a project without documents, with a way back. */
export function SampleDataButton() {
  const project = useProject()
  const client = useQueryClient()
  const readAgain = async (): Promise<void> => await client.invalidateQueries({ queryKey: [project.id] })
  const remove = async (): Promise<void> => {
    try {
      toast(texts.removed(await removeSampleData(project.id, await project.idToken())))
    } catch (thrown) {
      toastProblem(`${texts.failedRemoval} ${messageOf(thrown)}`)
    }
    await readAgain()
  }
  const add = useMutation({
    mutationFn: async () => await addSampleData(project),
    onSuccess: (count) => toast(texts.added(count), { label: texts.remove, run: () => void remove() }),
    onError: (thrown) => toastProblem(`${texts.failed} ${messageOf(thrown)}`),
    onSettled: readAgain,
  })
  return (
    <Button icon={<Sparkles />} isPending={add.isPending} onPress={() => add.mutate()}>
      {texts.add}
    </Button>
  )
}
