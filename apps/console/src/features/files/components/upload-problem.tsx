import { X } from 'lucide-react'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { filesTexts } from '../../../texts/en/files.ts'
import { formatNumber } from '../../../texts/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { uploads } from '../../../shared/uploads/uploads.ts'
import type { PlanProblem, UploadPlan } from '../use-upload-plan.ts'

/** Why some of what was chosen, or all of it, was not uploaded. */
export function UploadProblem({ plan }: { readonly plan: UploadPlan }) {
  return plan.problem === undefined ? null : (
    <div className="px-4 pb-3 tablet:px-5">
      <Notice
        tone="attention"
        isAnnounced
        action={
          <IconButton size="small" label={filesTexts.dismiss} onPress={plan.forgetProblem}>
            <X />
          </IconButton>
        }
      >
        {wordsOf(plan.problem)}
      </Notice>
    </div>
  )
}

const namesShown = 3

function wordsOf(problem: PlanProblem): string {
  switch (problem.kind) {
    case 'too-many':
      return filesTexts.tooMany(formatNumber(uploads.room))
    case 'unreadable':
      return filesTexts.couldNotRead
    case 'failed':
      return `${filesTexts.couldNotCheck} ${messageOf(problem.error)}`
    case 'bad-names': {
      const { paths } = problem
      return filesTexts.badNames(paths.slice(0, namesShown).join(', '), Math.max(0, paths.length - namesShown))
    }
  }
}
