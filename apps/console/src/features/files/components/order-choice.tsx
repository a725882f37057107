import { ArrowDown, ArrowUp } from 'lucide-react'
import { filesTexts } from '../../../texts/en/files.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import type { FileOrder } from '../file-order.ts'
import { fileColumns } from './file-columns.ts'

/** The order on a phone, where the columns have no headings to press. */
export function OrderChoice({
  order,
  onOrder,
}: {
  readonly order: FileOrder
  readonly onOrder: (order: FileOrder) => void
}) {
  const { column, isDescending } = order
  return (
    <div className="flex items-center gap-1 border-b border-line py-1.5 pr-1.5 pl-3 tablet:hidden">
      <div className="min-w-0 flex-1">
        <Select
          label={filesTexts.orderBy}
          hasHiddenLabel
          size="small"
          options={fileColumns.map((id) => ({ id, label: filesTexts.byColumn[id] }))}
          value={column}
          onChange={(chosen) => onOrder({ column: chosen, isDescending })}
        />
      </div>
      <IconButton
        label={isDescending ? filesTexts.descending : filesTexts.ascending}
        onPress={() => onOrder({ column, isDescending: !isDescending })}
      >
        {isDescending ? <ArrowDown /> : <ArrowUp />}
      </IconButton>
    </div>
  )
}
