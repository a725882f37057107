import { dataTexts } from '../../../texts/en/data.ts'
import { DetailsFold } from '../../../ui/details-fold.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { NoAnswer } from '../../../backend/live/answer-in-time.ts'
import { ChangedMeanwhile, UndoNeedsServer } from '../queries/save-changes.ts'

/** Why changes of a document were not saved, or not undone. */
export function SaveProblem({ problem }: { readonly problem: unknown }) {
  const known = textOf(problem)
  if (known !== undefined) {
    return (
      <Notice tone="attention" isAnnounced>
        {known}
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

function textOf(problem: unknown): string | undefined {
  if (problem instanceof ChangedMeanwhile) return dataTexts.changedMeanwhile
  if (problem instanceof UndoNeedsServer) return dataTexts.undoNeedsServer
  return problem instanceof NoAnswer ? dataTexts.saveNeedsServer : undefined
}
