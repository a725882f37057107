import { ArrowDown, ArrowUp } from 'lucide-react'
import { filesTexts } from '../../../texts/en/files.ts'
import { orderTexts } from '../../../texts/en/order.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Select } from '../../../ui/select.tsx'
import type { FileOrder, SortColumn } from '../file-order.ts'
import { fileColumns } from './file-columns.ts'

const kinds: Readonly<Record<SortColumn, keyof typeof orderTexts>> = {
  name: 'text',
  size: 'number',
  type: 'text',
  updated: 'time',
}

/** The order where no columns have headings to press: on a phone and, `isAlways`, in a grid. */
export function OrderChoice({
  order,
  onOrder,
  isAlways,
}: {
  readonly order: FileOrder
  readonly onOrder: (order: FileOrder) => void
  readonly isAlways: boolean
}) {
  const { column, isDescending } = order
  const words = orderTexts[kinds[column]]
  return (
    <div
      className={classNames(
        'flex items-center gap-1 border-b border-line py-1.5 pr-1.5 pl-3',
        !isAlways && 'tablet:hidden',
      )}
    >
      <div className="min-w-0 flex-1 tablet:max-w-44">
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
        label={filesTexts.turnAround(isDescending ? words.descending : words.ascending)}
        onPress={() => onOrder({ column, isDescending: !isDescending })}
      >
        {isDescending ? <ArrowDown /> : <ArrowUp />}
      </IconButton>
    </div>
  )
}
