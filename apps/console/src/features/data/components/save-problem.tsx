import { dataTexts } from '../../../texts/en/data.ts'
import { DetailsFold } from '../../../ui/details-fold.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { reactionTo } from '../../../errors/reaction.ts'
import { ChangedMeanwhile } from '../queries/save-changes.ts'
import { UndoNeedsServer } from '../queries/undo-save.ts'

/** Why changes of a document were not saved, or not undone. */
export function SaveProblem({ problem }: { readonly problem: unknown }) {
  if (problem instanceof ChangedMeanwhile || problem instanceof UndoNeedsServer) {
    return (
      <Notice tone="attention" isAnnounced>
        {problem instanceof ChangedMeanwhile ? dataTexts.changedMeanwhile : dataTexts.undoNeedsServer}
      </Notice>
    )
  }
  const reaction = reactionTo(problem)
  return (
    <Notice tone="danger" isAnnounced>
      {dataTexts.couldNotSave(reaction.kind === 'quiet' ? '' : reaction.message)}
      {reaction.kind !== 'quiet' && <DetailsFold details={reaction.details} />}
    </Notice>
  )
}
