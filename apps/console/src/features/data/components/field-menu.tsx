import { Copy, Link2, ListMinus, ListPlus, Pencil, Plus, TextCursorInput, Trash2 } from 'lucide-react'
import { convertValue } from '../../../documents/values/convert-value.ts'
import { formatText } from '../../../documents/values/editor-text.ts'
import { isOperation, plainTypes, type TypedValue } from '../../../documents/values/typed-value.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { useCopy } from '../../../ui/copyable.tsx'
import { MenuItem, MenuSection, MenuSeparator } from '../../../ui/menu.tsx'
import { toastProblem } from '../../../ui/toast.ts'
import { formatPath, mayOperateAt, type TreeRow } from '../tree-rows.ts'

export interface FieldMenuActs {
  readonly edit: () => void
  readonly rename: () => void
  readonly addInside: () => void
  /** Lets the server add to the array, or remove from it. */
  readonly operate: (kind: 'array-add' | 'array-remove') => void
  /** Gives it a value of another type. */
  readonly convert: (value: TypedValue) => void
  readonly remove: () => void
}

/** What can be done with a field, or an element, of a document, as the items of a menu. */
export function FieldMenu({
  row,
  acts,
}: {
  readonly row: TreeRow
  /** undefined where nothing may be changed. */
  readonly acts: FieldMenuActs | undefined
}) {
  const { copy } = useCopy()
  const { value, path, isElement } = row
  const isHolder = value.kind === 'map' || value.kind === 'array'
  // An array holds no array directly.
  const types = isElement ? plainTypes : ([...plainTypes, 'array'] as const)
  return (
    <>
      {acts !== undefined && (
        <>
          <MenuItem icon={<Pencil />} shortcut={isHolder ? 'F2' : '↵'} onAction={acts.edit}>
            {dataTexts.editValue}
          </MenuItem>
          {!isElement && (
            <MenuItem icon={<TextCursorInput />} onAction={acts.rename}>
              {dataTexts.renameField}
            </MenuItem>
          )}
          {isHolder && (
            <MenuItem icon={<Plus />} onAction={acts.addInside}>
              {valueTexts.addMember}
            </MenuItem>
          )}
          {value.kind === 'array' && mayOperateAt(path) && (
            <>
              <MenuItem icon={<ListPlus />} onAction={() => acts.operate('array-add')}>
                {dataTexts.operateOn['array-add'](formatPath(path))}
              </MenuItem>
              <MenuItem icon={<ListMinus />} onAction={() => acts.operate('array-remove')}>
                {dataTexts.operateOn['array-remove'](formatPath(path))}
              </MenuItem>
            </>
          )}
        </>
      )}
      <MenuItem icon={<Copy />} onAction={() => copy(formatText(value))}>
        {dataTexts.copyValue}
      </MenuItem>
      <MenuItem icon={<Link2 />} onAction={() => copy(formatPath(path))}>
        {dataTexts.copyFieldPath}
      </MenuItem>
      {acts !== undefined && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} shortcut="⌫" isDanger onAction={acts.remove}>
            {dataTexts.deleteIt}
          </MenuItem>
        </>
      )}
      {acts !== undefined && !isOperation(value) && (
        <MenuSection title={dataTexts.changeType}>
          {types.map((type) => (
            <MenuItem
              key={type}
              isChosen={type === value.kind}
              onAction={() => {
                const converted = convertValue(value, type)
                if ('problem' in converted) toastProblem(valueTexts.typeStays(converted.problem))
                else if (type !== value.kind) acts.convert(converted.value)
              }}
            >
              {valueTexts.types[type]}
            </MenuItem>
          ))}
        </MenuSection>
      )}
    </>
  )
}
