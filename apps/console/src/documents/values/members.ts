import { sortedFields, type TypedValue } from './typed-value.ts'

/** A value that holds others: a map by name, the others in an order. */
export type Holder = Extract<TypedValue, { readonly kind: 'map' | 'array' | 'array-add' | 'array-remove' }>

/** Where a value stands in what holds it: the name in a map, the place in an array. */
export type MemberKey = string | number

export function isHolder(value: TypedValue): value is Holder {
  return value.kind === 'map' || ('values' in value && value.kind !== 'vector')
}

/** In the order they are shown. */
export function membersOf(holder: Holder): readonly (readonly [key: MemberKey, value: TypedValue])[] {
  return holder.kind === 'map' ? sortedFields(holder.fields) : holder.values.map((value, at) => [at, value] as const)
}

export function withoutMember(holder: Holder, key: MemberKey): Holder {
  if (holder.kind !== 'map') return { ...holder, values: holder.values.toSpliced(Number(key), 1) }
  return { ...holder, fields: new Map([...holder.fields].filter(([name]) => name !== key)) }
}

/** @param before the key that the value had; undefined for a new one */
export function withMember(holder: Holder, before: MemberKey | undefined, name: string, value: TypedValue): Holder {
  if (holder.kind === 'map') {
    const others = [...holder.fields].filter(([one]) => one !== before)
    return { ...holder, fields: new Map([...others, [name, value]]) }
  }
  const at = before === undefined ? holder.values.length : Number(before)
  return { ...holder, values: holder.values.toSpliced(at, 1, value) }
}

/** With an element one place further to the front (-1) or to the back (1); a map has no order. */
export function withMoved(holder: Holder, at: number, by: 1 | -1): Holder {
  if (holder.kind === 'map') return holder
  const moved = holder.values[at]
  if (moved === undefined || holder.values[at + by] === undefined) return holder
  return { ...holder, values: holder.values.toSpliced(at, 1).toSpliced(at + by, 0, moved) }
}
