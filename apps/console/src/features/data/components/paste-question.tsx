import { cellTexts } from '../../../texts/en/data-cells.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { PastePlan } from '../cells/range-cells.ts'

/** Says what a paste does before it does it. */
export function PasteQuestion({
  plan,
  onConfirm,
  onClose,
}: {
  readonly plan: PastePlan
  readonly onConfirm: () => void
  readonly onClose: () => void
}) {
  return (
    <ConfirmDialog
      title={cellTexts.pasteTitle(plan.cells.length, plan.documents)}
      confirm={cellTexts.paste}
      isDanger={false}
      onConfirm={async () => {
        onConfirm()
        return await Promise.resolve(true)
      }}
      onClose={onClose}
    >
      {plan.otherTypes > 0 && <p>{cellTexts.pasteTypes(plan.otherTypes)}</p>}
      {plan.emptied > 0 && <p>{cellTexts.pasteEmptied(plan.emptied)}</p>}
      {plan.leftOut > 0 && <p>{cellTexts.pasteLeftOut(plan.leftOut)}</p>}
    </ConfirmDialog>
  )
}
