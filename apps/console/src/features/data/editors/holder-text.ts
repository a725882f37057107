import { parseText } from '../../../documents/values/editor-text.ts'
import { type Holder, isHolder } from '../../../documents/values/members.ts'
import type { ValueType } from '../../../documents/values/typed-value.ts'

const holderTypes: readonly ValueType[] = ['map', 'array', 'array-add', 'array-remove']

export function isHolderType(type: ValueType): type is Holder['kind'] {
  return holderTypes.includes(type)
}

/** What a text of the editor's JSON holds; undefined while it has a mistake. */
export function holderIn(type: Holder['kind'], text: string): Holder | undefined {
  const parsed = parseText(type, text)
  return 'value' in parsed && isHolder(parsed.value) ? parsed.value : undefined
}
